import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import {
  type DisputeRecord,
  type EventRecord,
  newCharge,
  newDispute,
  newEvent,
  newId,
  newPaymentIntent,
  newRefund,
} from './stripe-records.ts';
import { StripeTaxDesk, TaxFault } from './stripe-tax.ts';

/** The effect of a card, by Stripe's published test numbers; `processing` is a slow bank. */
const CARDS: Readonly<Record<string, Outcome>> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000002500003155': 'asks',
  '4000000000000077': 'processing',
};
export type Outcome = 'succeeds' | 'declined' | 'asks' | 'processing';
type Answer = { status: number; body: unknown; headers?: Record<string, string>; raw?: string };
type Scripted = { method: string; path: RegExp; status: number; body?: unknown; raw?: string; saved?: boolean };
type SeenRequest = { method: string; path: string; idempotencyKey: string | undefined };

const MIN_CENTS = 50;
const DECLINED = 'Your card was declined.';

class ApiFault extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };
  constructor(status: number, type: string, code: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type, code, message, ...more } };
  }
}

/**
 * A Stripe on loopback with state, for the real SDK and for a stand-in of its browser script. Keys: `sk_test_…` and
 * `pk_test_…` of `keys`; webhooks are signed by the SDK with `keys.webhookSecret`.
 */
export class StripeStandIn {
  readonly keys = {
    secretKey: 'sk_test_standin0000000001',
    publishableKey: 'pk_test_standin0000000001',
    webhookSecret: 'whsec_standin0000000001',
  };
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly events: EventRecord[] = [];
  readonly tax = new StripeTaxDesk(() => this.#now());
  readonly requests: SeenRequest[] = [];
  /** The delay of each answer, in milliseconds. */
  latencyMs = 0;
  /** Each answer waits for it. */
  gate: Promise<void> | undefined;
  /** The number of requests that have waited for a gate. */
  held = 0;
  /** Called for each event; a test delivers it now, later, repeatedly or never. */
  onEvent: (event: EventRecord) => void = () => {};
  /** Called for each request before it is handled. */
  onRequest: (request: SeenRequest) => void = () => {};
  url = '';
  readonly #charges = new Map<string, Stripe.Charge>();
  readonly #disputes = new Map<string, DisputeRecord>();
  readonly #saved = new Map<string, { hash: string; answer: Answer | null }>();
  readonly #scripted: Scripted[] = [];
  #passedMs = 0;
  // Node closes idle connections after five seconds; a client that uses one at that moment gets ECONNRESET.
  readonly #server = createServer(
    { keepAliveTimeout: 600_000 },
    (request, response) => void this.#handle(request, response),
  );

  static async start(): Promise<StripeStandIn> {
    const stripe = new StripeStandIn();
    await new Promise<void>((done) => stripe.#server.listen(0, '127.0.0.1', done));
    stripe.url = `http://127.0.0.1:${(stripe.#server.address() as AddressInfo).port}`;
    return stripe;
  }

  /** Advances Stripe's clock. */
  advance(ms: number): void {
    this.#passedMs += ms;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  /** An owner's settings for this Stripe. */
  env(url = this.url): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: this.keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: this.keys.webhookSecret,
      STRIPE_API_URL: url,
    };
  }

  /** The next matching call gets this answer; `saved` stores it under the call's idempotency key, like Stripe. */
  answerNext(scripted: Scripted): void {
    this.#scripted.push(scripted);
  }

  intent(id: string): Stripe.PaymentIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`The stand-in has no payment ${id}`);
    return intent;
  }

  countByStatus(status: Stripe.PaymentIntent.Status): number {
    return [...this.intents.values()].filter((intent) => intent.status === status).length;
  }

  /** A payment of another business. */
  createForeign(amount: number, metadata: Record<string, string> = {}): Stripe.PaymentIntent {
    const form = new URLSearchParams({ amount: String(amount), currency: 'usd' });
    for (const [key, value] of Object.entries(metadata)) form.set(`metadata[${key}]`, value);
    const intent = newPaymentIntent(form, this.#now());
    this.intents.set(intent.id, intent);
    return intent;
  }

  /** The effect of the browser's script when the shopper pays. @returns `false` when the card was declined */
  confirm(id: string, outcome: Outcome = 'succeeds', returnUrl?: string): boolean {
    const intent = this.intent(id);
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
      throw this.#unexpectedState(intent);
    }
    intent.next_action = null;
    if (outcome === 'declined') {
      intent.status = 'requires_payment_method';
      intent.last_payment_error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: DECLINED,
      };
      this.#emit('payment_intent.payment_failed', intent);
      return false;
    }
    intent.last_payment_error = null;
    if (outcome === 'asks') {
      intent.status = 'requires_action';
      const url = `https://hooks.stripe.com/redirect/${id}`;
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl ?? null } };
      this.#emit('payment_intent.requires_action', intent);
    } else if (outcome === 'processing') {
      intent.status = 'processing';
      this.#emit('payment_intent.processing', intent);
    } else this.#succeed(intent);
    return true;
  }

  /** A cancellation by the owner in the dashboard, or by the shop after a day. */
  cancel(id: string): Stripe.PaymentIntent {
    const intent = this.intent(id);
    if (!intent.status.startsWith('requires_')) throw this.#unexpectedState(intent);
    intent.status = 'canceled';
    intent.canceled_at = this.#now();
    this.#emit('payment_intent.canceled', intent);
    return intent;
  }

  /** Ends 3-D Secure or a bank's processing; `processing` begins the latter. @returns where the browser goes next */
  finish(id: string, outcome: 'succeeded' | 'failed' | 'processing'): string {
    const intent = this.intent(id);
    const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? 'about:blank';
    if (intent.status === 'requires_action' || intent.status === 'processing') {
      intent.next_action = null;
      if (outcome === 'succeeded') this.#succeed(intent);
      else if (outcome === 'processing') {
        intent.status = 'processing';
        this.#emit('payment_intent.processing', intent);
      } else {
        intent.status = 'requires_payment_method';
        this.#emit('payment_intent.payment_failed', intent);
      }
    }
    const url = new URL(returnUrl);
    url.searchParams.set('payment_intent', id);
    url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
    url.searchParams.set('redirect_status', outcome === 'processing' ? 'pending' : outcome);
    return url.href;
  }

  /** A refund by the owner in the dashboard, or by the shop through the API. */
  refund(id: string, amount: number, metadata: Record<string, string> = {}): EventRecord[] {
    const charge = this.#chargeOf(id);
    const refund = { ...newRefund(charge, amount, this.#now()), metadata };
    this.refunds.set(refund.id, refund);
    this.#countRefunds(charge);
    return [this.#emit('charge.refunded', charge), this.#emit('refund.created', refund)];
  }

  /** The customer's bank refuses a refund, or the owner cancels it. */
  endRefund(refundId: string, status: 'failed' | 'canceled'): EventRecord {
    const refund = this.refunds.get(refundId);
    if (!refund) throw new Error(`The stand-in has no refund ${refundId}`);
    refund.status = status;
    this.#countRefunds(this.#chargeOf(String(refund.payment_intent)));
    return this.#emit('refund.updated', refund);
  }

  refundsOf(paymentId: string): Stripe.Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_intent === paymentId);
  }

  #countRefunds(charge: Stripe.Charge): void {
    const held = this.refundsOf(String(charge.payment_intent)).filter(
      ({ status }) => status !== 'failed' && status !== 'canceled',
    );
    charge.amount_refunded = held.reduce((sum, { amount }) => sum + amount, 0);
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  dispute(id: string): EventRecord {
    const charge = this.#chargeOf(id);
    charge.disputed = true;
    const dispute = newDispute(charge, this.#now());
    this.#disputes.set(dispute.id, dispute);
    return this.#emit('charge.dispute.created', dispute);
  }

  disputeRecord(disputeId: string): DisputeRecord {
    const dispute = this.#disputes.get(disputeId);
    if (!dispute) throw new Error(`The stand-in has no dispute ${disputeId}`);
    return dispute;
  }

  closeDispute(disputeId: string, status: 'won' | 'lost'): EventRecord {
    const dispute = this.disputeRecord(disputeId);
    dispute.status = status;
    return this.#emit('charge.dispute.closed', dispute);
  }

  eventsOf(id: string): EventRecord[] {
    return this.events.filter(({ data }) => data.object.id === id || data.object.payment_intent === id);
  }

  /** A signed event as sent over the wire. */
  signed(
    event: EventRecord,
    { secret = this.keys.webhookSecret, timestamp }: { secret?: string; timestamp?: number } = {},
  ): { payload: string; headers: Record<string, string> } {
    const payload = JSON.stringify(event, null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { payload, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature } };
  }

  /** Posts an event until it is answered with success, like Stripe but with short pauses. @returns the statuses */
  async deliver(event: EventRecord, to: string, { tries = 5, pauseMs = 50 } = {}): Promise<number[]> {
    const statuses: number[] = [];
    const { payload, headers } = this.signed(event);
    for (let i = 0; i < tries; i++) {
      if (i > 0) await new Promise((done) => setTimeout(done, pauseMs));
      const answer = await fetch(to, { method: 'POST', body: payload, headers }).catch(() => null);
      statuses.push(answer?.status ?? 0);
      if (answer?.ok) {
        event.pending_webhooks = 0;
        break;
      }
    }
    return statuses;
  }

  #succeed(intent: Stripe.PaymentIntent): void {
    const charge = newCharge(intent, this.#now());
    this.#charges.set(charge.id, charge);
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.latest_charge = charge.id;
    this.#emit('payment_intent.succeeded', intent);
  }

  #emit(type: Stripe.Event['type'], object: { id: string; object: string }): EventRecord {
    const event = newEvent(type, object, this.#now());
    this.events.push(event);
    this.onEvent(event);
    return event;
  }

  #now(): number {
    return Math.floor((Date.now() + this.#passedMs) / 1000);
  }

  #chargeOf(id: string): Stripe.Charge {
    const charge = this.#charges.get(String(this.intent(id).latest_charge));
    if (!charge) throw new Error(`The payment ${id} has no charge`);
    return charge;
  }

  #unexpectedState(intent: Stripe.PaymentIntent): ApiFault {
    const message = `You cannot do this because the PaymentIntent has a status of ${intent.status}.`;
    return new ApiFault(400, 'invalid_request_error', 'payment_intent_unexpected_state', message, {
      payment_intent: intent,
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (this.gate) {
      this.held += 1;
      await this.gate;
    }
    if (this.latencyMs > 0) await new Promise((done) => setTimeout(done, this.latencyMs));
    const answer = this.#answer(request, body);
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      date: new Date(this.#now() * 1000).toUTCString(),
      'request-id': newId('req'),
      'access-control-allow-origin': '*',
      ...answer.headers,
    });
    response.end(answer.raw ?? JSON.stringify(answer.body));
  }

  #answer(request: IncomingMessage, body: string): Answer {
    const url = new URL(request.url ?? '/', this.url);
    const method = request.method ?? 'GET';
    const key = request.headers['idempotency-key'] as string | undefined;
    const seen = { method, path: url.pathname, idempotencyKey: key };
    this.requests.push(seen);
    this.onRequest(seen);
    const form = new URLSearchParams(method === 'GET' ? url.search : body);
    const hash = createHash('sha256').update(`${url.pathname}\n${body}`).digest('hex');
    const saved = key === undefined ? undefined : this.#saved.get(key);
    try {
      this.#authorize(request, url.pathname, form);
      if (saved && saved.hash !== hash) {
        throw new ApiFault(
          400,
          'idempotency_error',
          'idempotency_key_mismatch',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        );
      }
      if (saved?.answer) return { ...saved.answer, headers: { 'idempotent-replayed': 'true' } };
      const scripted = this.#takeScripted(method, url.pathname);
      const answer = scripted ?? { status: 200, body: this.#route(method, url.pathname, form) };
      // Stripe stores the first answer of a key, including its own errors; a refused form or rate limit is not stored.
      const isKept = scripted ? scripted.saved : true;
      if (key !== undefined && method === 'POST' && isKept) {
        this.#saved.set(key, { hash, answer: structuredClone({ ...answer, headers: undefined }) });
      }
      return answer;
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      return { status: error.status, body: error.body };
    }
  }

  #takeScripted(method: string, path: string): (Answer & { saved: boolean }) | null {
    const index = this.#scripted.findIndex((s) => s.method === method && s.path.test(path));
    const [found] = index < 0 ? [] : this.#scripted.splice(index, 1);
    return found ? { status: found.status, body: found.body, raw: found.raw, saved: found.saved ?? false } : null;
  }

  #authorize(request: IncomingMessage, path: string, form: URLSearchParams): void {
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    const { publishableKey } = this.keys;
    const isBrowser =
      (bearer === undefined && form.get('key') === publishableKey) ||
      (bearer === publishableKey && path === '/v1/tokens');
    if (bearer !== this.keys.secretKey && !isBrowser) {
      throw new ApiFault(401, 'invalid_request_error', 'api_key_invalid', 'Invalid API Key provided');
    }
  }

  #route(method: string, path: string, form: URLSearchParams): unknown {
    const [, , resource, id, action] = path.split('/');
    if (resource === 'tokens') return { id: id ?? newId('tok'), object: 'token' };
    if (resource === 'payment_intents') {
      if (method === 'POST' && id === undefined) return this.#createIntent(form);
      const intent = this.intents.get(id ?? '');
      if (!intent) throw missing('payment_intent', id);
      if (form.has('key') && form.get('client_secret') !== intent.client_secret) throw missing('payment_intent', id);
      if (method === 'GET' && action === undefined) return this.#expanded(intent, form);
      if (method === 'POST' && action === 'cancel') return this.cancel(intent.id);
      if (method === 'POST' && action === 'confirm') return this.#confirmFromBrowser(intent, form);
    }
    if (resource === 'disputes' && id === undefined && method === 'GET') {
      const payment = form.get('payment_intent');
      const data = [...this.#disputes.values()].filter((dispute) => dispute.payment_intent === payment).reverse();
      return { object: 'list', url: '/v1/disputes', has_more: false, data };
    }
    if (resource === 'disputes') {
      const dispute = this.#disputes.get(id ?? '');
      if (!dispute) throw missing('dispute', id);
      return method === 'GET' ? dispute : this.#updateDispute(dispute, form);
    }
    if (resource === 'refunds' && method === 'POST' && id === undefined) return this.#createRefund(form);
    if (resource === 'refunds' && method === 'GET' && id === undefined) {
      const data = this.refundsOf(form.get('payment_intent') ?? '').reverse();
      return { object: 'list', url: '/v1/refunds', has_more: false, data };
    }
    if (resource === 'events' && method === 'GET') return this.#listEvents(form);
    if (resource === 'tax') return this.#taxAnswer(method, path, form);
    throw new ApiFault(404, 'invalid_request_error', 'url_invalid', `Unrecognized request URL (${method}: ${path})`);
  }

  #taxAnswer(method: string, path: string, form: URLSearchParams): unknown {
    try {
      return this.tax.route(method, path, form);
    } catch (error) {
      if (!(error instanceof TaxFault)) throw error;
      throw new ApiFault(400, 'invalid_request_error', error.code ?? '', error.message);
    }
  }

  #createIntent(form: URLSearchParams): Stripe.PaymentIntent {
    const amount = form.get('amount') ?? '';
    if (!/^\d{1,8}$/.test(amount)) {
      throw new ApiFault(400, 'invalid_request_error', 'parameter_invalid_integer', `Invalid integer: ${amount}`);
    }
    if (Number(amount) < MIN_CENTS) {
      throw new ApiFault(400, 'invalid_request_error', 'amount_too_small', 'Amount must be at least $0.50 usd');
    }
    if (form.get('currency') !== 'usd') {
      throw new ApiFault(400, 'invalid_request_error', 'parameter_missing', 'Missing required param: currency.');
    }
    const intent = newPaymentIntent(form, this.#now());
    this.intents.set(intent.id, intent);
    this.#emit('payment_intent.created', intent);
    return intent;
  }

  #createRefund(form: URLSearchParams): Stripe.Refund {
    const id = form.get('payment_intent') ?? '';
    const intent = this.intents.get(id);
    if (!intent) throw missing('payment_intent', id);
    if (intent.status !== 'succeeded') throw this.#unexpectedState(intent);
    const charge = this.#chargeOf(id);
    const amount = Number(form.get('amount') ?? charge.amount);
    if (charge.refunded) {
      const message = `Charge ${charge.id} has already been refunded.`;
      throw new ApiFault(400, 'invalid_request_error', 'charge_already_refunded', message);
    }
    if (amount > charge.amount - charge.amount_refunded) {
      const message = 'Refund amount is greater than unrefunded amount on charge';
      throw new ApiFault(400, 'invalid_request_error', 'amount_too_large', message);
    }
    const metadata: Record<string, string> = {};
    const refundId = form.get('metadata[refundId]');
    if (refundId !== null) metadata.refundId = refundId;
    this.refund(id, amount, metadata);
    const made = this.refundsOf(id).at(-1);
    if (!made) throw new Error('no refund');
    return made;
  }

  #updateDispute(dispute: DisputeRecord, form: URLSearchParams): DisputeRecord {
    if (!dispute.status.endsWith('needs_response')) {
      throw new ApiFault(400, 'invalid_request_error', '', 'This dispute is already closed');
    }
    const texts: [kind: string, name: string, value: string][] = [];
    for (const [key, value] of form) {
      const [, kind, name] = /^(evidence|metadata)\[(\w{1,40})\]$/.exec(key) ?? [];
      if (kind && name) texts.push([kind, name, value]);
      else if (key !== 'submit') {
        throw new ApiFault(400, 'invalid_request_error', 'parameter_unknown', `Received unknown parameter: ${key}`);
      }
    }
    this.#requireEvidenceFits(dispute, texts);
    for (const [kind, name, value] of texts) {
      if (kind === 'evidence') dispute.evidence[name] = value || null;
      else if (value === '') delete dispute.metadata[name];
      else dispute.metadata[name] = value;
    }
    dispute.evidence_details.has_evidence = Object.values(dispute.evidence).some(Boolean);
    // Stripe's default is to submit.
    if (form.get('submit') !== 'false') {
      dispute.status = 'under_review';
      dispute.evidence_details.submission_count += 1;
    }
    return dispute;
  }

  #requireEvidenceFits(dispute: DisputeRecord, texts: readonly [kind: string, name: string, value: string][]): void {
    const evidence = texts.filter(([kind]) => kind === 'evidence').map(([, name, value]) => [name, value]);
    const after: DisputeRecord['evidence'] = { ...dispute.evidence, ...Object.fromEntries(evidence) };
    const all = Object.values(after).map((text) => text?.length ?? 0);
    const isTooLong = all.some((length) => length > 20_000) || all.reduce((sum, length) => sum + length, 0) > 150_000;
    const isMarkTooLong = texts.some(([kind, , value]) => kind === 'metadata' && value.length > 500);
    if (isTooLong || isMarkTooLong) {
      throw new ApiFault(
        400,
        'invalid_request_error',
        'parameter_invalid_string_length',
        'Invalid string: must be shorter',
      );
    }
  }

  #confirmFromBrowser(intent: Stripe.PaymentIntent, form: URLSearchParams): Stripe.PaymentIntent {
    const number = (form.get('payment_method_data[card][number]') ?? '').replaceAll(' ', '');
    const outcome = CARDS[number];
    if (outcome === undefined) {
      throw new ApiFault(402, 'card_error', 'incorrect_number', 'Your card number is incorrect.');
    }
    if (!this.confirm(intent.id, outcome, form.get('return_url') ?? undefined)) {
      const more = { decline_code: 'generic_decline', payment_intent: intent };
      throw new ApiFault(402, 'card_error', 'card_declined', DECLINED, more);
    }
    return intent;
  }

  #expanded(intent: Stripe.PaymentIntent, form: URLSearchParams): Stripe.PaymentIntent {
    const isExpanded = form.getAll('expand[0]').includes('latest_charge');
    const charge = this.#charges.get(String(intent.latest_charge));
    return isExpanded && charge ? { ...intent, latest_charge: charge } : intent;
  }

  #listEvents(form: URLSearchParams): unknown {
    const since = Number(form.get('created[gte]') ?? 0);
    const limit = Number(form.get('limit') ?? 10);
    const type = form.get('type');
    const newestFirst = this.events.filter((e) => e.created >= since && (!type || e.type === type)).reverse();
    const after = form.get('starting_after');
    const start = after === null ? 0 : newestFirst.findIndex((e) => e.id === after) + 1;
    const data = newestFirst.slice(start, start + limit);
    return { object: 'list', url: '/v1/events', has_more: start + limit < newestFirst.length, data };
  }
}

function missing(thing: string, id: string | undefined): ApiFault {
  return new ApiFault(404, 'invalid_request_error', 'resource_missing', `No such ${thing}: '${id}'`);
}
