import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/*
 * The metrics of this process, with prom-client.
 *
 * Labels only take values from our own code (a route's pattern, a step's name). Values from visitors would let anybody
 * fill the memory with series, and could be personal data.
 */

type Labels = Readonly<Record<string, string>>;
type NamesOf<L extends Labels> = readonly (keyof L & string)[];

/** prom-client's interface with typed label values. Each application has its own registry. */
export class MetricsRegistry {
  readonly #registry = new Registry();
  readonly #collectors: (() => unknown)[] = [];
  readonly contentType = this.#registry.contentType;

  /** A counter. @param known label values that start at 0, so that the first event shows as an increase */
  counter<L extends Labels>(
    name: string,
    help: string,
    known: readonly L[] = [],
  ): { inc(labels: L, by?: number): void } {
    const labelNames = Object.keys(known[0] ?? {});
    const counter = new Counter({ name, help, labelNames, registers: [this.#registry] });
    for (const labels of known) counter.inc(labels, 0);
    return counter;
  }

  /** A gauge without a sample until it is set, because 0 would be a value. */
  gauge<L extends Labels = Record<string, never>>(
    name: string,
    help: string,
    labelNames: NamesOf<L> = [],
  ): { set(labels: L, value: number): void } {
    const gauge = new Gauge({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
    if (labelNames.length === 0) gauge.remove();
    return gauge;
  }

  /** @param buckets upper bounds, ascending; +Inf is added */
  histogram<L extends Labels>(
    name: string,
    help: string,
    { labelNames, buckets }: { labelNames: NamesOf<L>; buckets: readonly number[] },
  ): { observe(labels: L, value: number): void } {
    const registers = [this.#registry];
    return new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers });
  }

  /** Memory, processor, event loop and the like, under the names of standard dashboards. */
  addProcessMetrics(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Updates gauges before they are read; if that fails, they keep their values. */
  onCollect(work: () => unknown): void {
    this.#collectors.push(work);
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    await Promise.allSettled(this.#collectors.map(async (work) => work()));
    return this.#registry.metrics();
  }
}

/** The steps of a checkout before its order. */
export type CheckoutStep = 'rates' | 'payment_start' | 'confirm';
/** `refused`: the shopper can fix it (4xx). `failed`: an error of the shop or of a provider (5xx). */
export type StepOutcome = 'ok' | 'refused' | 'failed';
/**
 * What created an order: the browser's confirmation, the provider's webhook, the reconciliation of open checkouts, the
 * provider's list of events, or a cancellation that found the payment paid.
 */
export type OrderSource = 'confirm' | 'webhook' | 'sweep' | 'events' | 'cancel';

const STEPS: readonly CheckoutStep[] = ['rates', 'payment_start', 'confirm'];
const OUTCOMES: readonly StepOutcome[] = ['ok', 'refused', 'failed'];
const ORDER_SOURCES: readonly OrderSource[] = ['confirm', 'webhook', 'sweep', 'events', 'cancel'];
/** Seconds: from a response from memory to the time limit of a provider's call. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** The shop's metrics with their initial values. Meaning and alert thresholds: docs/operations.md. */
export function createMetrics() {
  const registry = new MetricsRegistry();
  const backupShrunk = registry.gauge(
    'shop_backup_shrunk',
    'Whether the newest nightly backup holds clearly less than the one before it.',
  );
  backupShrunk.set({}, 0);
  return {
    registry,
    requests: registry.counter('shop_http_requests_total', 'Requests of all kinds, pages and assets included.', [{}]),
    requestSeconds: registry.histogram<{ method: string; route: string; status: string }>(
      'shop_request_duration_seconds',
      'Time from the first byte of a call under /api to the end of its answer.',
      { labelNames: ['method', 'route', 'status'], buckets: DURATIONS },
    ),
    ...checkoutMetrics(registry),
    ...paymentMetrics(registry),
    ...reconciliationMetrics(registry),
    mails: registry.counter<{ outcome: 'sent' | 'retried' | 'refused' }>(
      'shop_mails_total',
      'Tries to send a mail; refused ones are given up.',
      (['sent', 'retried', 'refused'] as const).map((outcome) => ({ outcome })),
    ),
    backupShrunk,
    logins: registry.counter<{ outcome: 'ok' | 'refused' }>('shop_admin_logins_total', 'Tries to log in.', [
      { outcome: 'ok' },
      { outcome: 'refused' },
    ]),
  };
}

const checkoutMetrics = (registry: MetricsRegistry) => ({
  checkoutSteps: registry.counter<{ step: CheckoutStep; outcome: StepOutcome }>(
    'shop_checkout_steps_total',
    'Steps of checkouts: rates asked for, payments started, payments confirmed by the browser.',
    STEPS.flatMap((step) => OUTCOMES.map((outcome) => ({ step, outcome }))),
  ),
  orders: registry.counter<{ source: OrderSource }>(
    'shop_orders_total',
    'Orders made, by the source that was first.',
    ORDER_SOURCES.map((source) => ({ source })),
  ),
});

/** Webhook events, declined cards and protection against card testing. */
const paymentMetrics = (registry: MetricsRegistry) => ({
  webhooks: registry.counter<{ outcome: StepOutcome }>(
    'shop_webhooks_total',
    "The payment provider's calls; refused ones are not signed with our secret.",
    OUTCOMES.map((outcome) => ({ outcome })),
  ),
  cardDeclines: registry.counter<Record<string, never>>(
    'shop_card_declines_total',
    'Cards that were declined, as the payment provider tells of them.',
    [{}],
  ),
  closedPayments: registry.counter<Record<string, never>>(
    'shop_payments_closed_total',
    'Payments canceled after ten declined cards.',
    [{}],
  ),
  paymentProofs: registry.counter<{ outcome: 'asked' | 'ok' | 'refused' }>(
    'shop_payment_proofs_total',
    'Starts of payments while many cards are declined: a computation was asked for, was right, or did not count.',
    [{ outcome: 'asked' }, { outcome: 'ok' }, { outcome: 'refused' }],
  ),
  recentDeclines: registry.gauge(
    'shop_card_declines_last_hour',
    'Declined cards of the last hour at all instances, as of the last pass of the reconciliation or the last of them.',
  ),
  foreignPayments: registry.counter<Record<string, never>>(
    'shop_foreign_payments_total',
    'Notices of payments of another business on the same account (STRIPE_ACCOUNT_SHARED).',
    [{}],
  ),
});

const reconciliationMetrics = (registry: MetricsRegistry) => ({
  sweeps: registry.counter<{ outcome: 'ok' | 'failed' }>('shop_sweeps_total', 'Passes of the reconciliation.', [
    { outcome: 'ok' },
    { outcome: 'failed' },
  ]),
  sweptCheckouts: registry.counter<{ outcome: 'checked' | 'orders' | 'canceled' | 'failed' }>(
    'shop_swept_checkouts_total',
    'Checkouts that the reconciliation looked at, and what became of them.',
    (['checked', 'orders', 'canceled', 'failed'] as const).map((outcome) => ({ outcome })),
  ),
  lastSweep: registry.gauge(
    'shop_sweep_last_ok_timestamp_seconds',
    'When a pass of the reconciliation last ended well, or the reconciliation began.',
  ),
});
