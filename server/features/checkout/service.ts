import { createHash, randomUUID } from 'node:crypto';
import type { Product } from '#brand/catalogue.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import {
  findOrderByPayment,
  type Order,
  placeOrder,
  prepareOrder,
  recordAnomaly,
} from '#server/features/orders/service.ts';
import { type Payment, type PaymentProvider, withDeadline } from '#server/features/payments/provider.ts';
import type { RateSource } from '#server/features/shipping/rate-source.ts';
import { findQuotedRate, quoteShipping } from '#server/features/shipping/service.ts';
import type { OrderDoor } from '#server/metrics.ts';
import {
  type ConfirmOrderAnswer,
  type CreatePaymentIntentAnswer,
  type CreatePaymentIntentInput,
  CURRENCY,
  type ShippingRate,
  type ShippingRatesInput,
} from '#shared/checkout.ts';
import type { Language } from '#shared/language.ts';
import { centsToText, textToCents } from '#shared/money.ts';
import { orderNumber } from '#shared/orders.ts';
import { noteEarlierRefund } from '#server/features/settlement/refunds-and-disputes.ts';
import { checkAmount, priceCart } from './cart.ts';
import type { DeclineWatch, Origin } from '#server/features/settlement/declines.ts';
import { recordSettlement, recordStep } from '#server/features/settlement/instrumentation.ts';
import { holdsPayment, type PaymentClaim } from '#server/features/settlement/payment-claim.ts';
import {
  type Checkout,
  closeCheckout,
  findCheckout,
  findCheckoutByPayment,
  freeContent,
  insertCheckout,
  listSuperseded,
  lockAttempt,
  type NewCheckout,
  retireCheckout,
  savePaymentId,
} from '#server/features/settlement/repository.ts';

export { countRecentDeclines, DECLINES, DeclineWatch } from '#server/features/settlement/declines.ts';
export { countOpenCheckouts, findWebhookTime } from '#server/features/settlement/repository.ts';

export type CheckoutDeps = BaseDeps & {
  payments: PaymentProvider;
  rates: RateSource;
  catalogue: readonly Product[];
  declines: DeclineWatch;
};

/** All calls of the provider that a start needs, together: what is missing then is there for the next try. */
const START_MS = 11_000;
/** The browser gets this long to confirm by itself before the sweep asks the provider for the first time. */
export const FIRST_CHECK_SECONDS = 15;

/**
 * Shipping rates for a cart and an address, kept as a quote.
 *
 * @throws AppError `product_unknown` · `address_unserved` · `rates_failed` · `rates_timeout`
 */
export async function quoteRates(
  deps: CheckoutDeps,
  input: ShippingRatesInput,
  language: Language,
): Promise<ShippingRate[]> {
  const rates = await recordStep(
    deps,
    'rates',
    async () => {
      const cart = priceCart(deps.catalogue, input.items, language);
      return quoteShipping(deps, { ...cart, address: input.shippingAddress }, language);
    },
    ({ length }) => ({ rates: length }),
  );
  return rates.map(({ service, carrier, amountCents, estimatedDays }) => ({
    servicelevel: { name: service },
    carrier,
    provider: carrier,
    amount: centsToText(amountCents),
    estimated_days: estimatedDays,
  }));
}

/**
 * Stores the whole checkout, then starts its payment. The same attempt with the same content is the same payment, also
 * when that is paid already; with other content it replaces the one before.
 *
 * @param attempt names one checkout of one browser; without it each call stands alone
 * @param origin who asks
 * @throws AppError `card_attempts` too many declined cards before · `product_unknown` · `minimum_order` · `amount_too_large` · `quote_expired` the chosen shipping was not quoted for this cart and address, or too long ago · `conflict` overtaken by a newer start · `already_paid` · `amount_mismatch` an older payment of the attempt turns out to be paid · `payment_provider_failed` · `payment_provider_timeout`
 */
export async function startPayment(
  deps: CheckoutDeps,
  input: CreatePaymentIntentInput,
  attempt: string | undefined,
  origin: Origin,
): Promise<CreatePaymentIntentAnswer> {
  const { checkout, payment } = await recordStep(
    deps,
    'payment_start',
    async () => {
      deps.declines.admit(origin);
      const checkout = { ...(await draftCheckout(deps, input, attempt ?? randomUUID())), ...origin };
      return { checkout, payment: await withDeadline(START_MS, () => paymentOf(deps, checkout)) };
    },
    ({ payment: { id, amountCents } }) => ({ paymentId: id, amountCents }),
  );
  const { clientSecret, status } = payment;
  const { name: provider, publishableKey } = deps.payments;
  const charge = {
    lines: checkout.lines.map(({ id, quantity, priceCents }) => ({ id, quantity, price: centsToText(priceCents) })),
    shippingCost: centsToText(checkout.shippingCents),
    totalAmount: centsToText(checkout.totalCents),
  };
  return {
    clientSecret,
    status: status === 'succeeded' || status === 'processing' ? status : 'open',
    provider,
    ...(publishableKey && { publishableKey }),
    charge,
  };
}

async function draftCheckout(
  deps: CheckoutDeps,
  { cartItems, addressData, shippingData }: CreatePaymentIntentInput,
  attemptKey: string,
): Promise<NewCheckout> {
  const language = addressData.preferredLanguage;
  const cart = priceCart(deps.catalogue, cartItems, language);
  checkAmount(cart.subtotalCents);
  const choice = {
    service: shippingData.shippingMethod,
    carrier: shippingData.shippingCarrier,
    amountCents: toCents(shippingData.shippingCost),
  };
  const rate = await findQuotedRate(deps, { ...cart, address: addressData }, choice);
  if (!rate) throw new AppError('quote_expired');
  checkAmount(cart.subtotalCents, rate.amountCents);
  const now = deps.clock.now();
  const content = {
    lines: cart.lines.map(({ id, name, quantity, priceCents }) => ({ id, name, quantity, priceCents })),
    address: addressData,
    shippingMethod: rate.service,
    shippingCarrier: rate.carrier,
    subtotalCents: cart.subtotalCents,
    shippingCents: rate.amountCents,
    totalCents: cart.subtotalCents + rate.amountCents,
    currency: CURRENCY,
    preferredLanguage: language,
    provider: deps.payments.name,
  };
  return {
    ...content,
    attemptKey,
    contentHash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + Math.min(deps.config.sweepSeconds, FIRST_CHECK_SECONDS) * 1000),
  };
}

/** A number must be the decimal that it prints as: 1e-9 and NaN match no quote. */
function toCents(cost: number | string): number {
  return textToCents(String(cost)) ?? Number.NaN;
}

async function paymentOf(deps: CheckoutDeps, draft: NewCheckout): Promise<Payment> {
  let checkout = await insertCheckout(deps.db, draft);
  if (checkout.paymentIntentId) {
    const payment = await deps.payments.findPayment(checkout.paymentIntentId);
    if (payment && payment.status !== 'canceled') {
      if (payment.status !== 'succeeded') await cancelSuperseded(deps, checkout);
      return payment;
    }
    // Closed at the provider, or of keys that were set before: the same cart gets a new payment.
    if (!(await retireCheckout(deps.db, checkout))) await freeContent(deps.db, checkout);
    checkout = await insertCheckout(deps.db, draft);
  }
  await cancelSuperseded(deps, checkout);
  const payment = await createPayment(deps, checkout);
  if (await savePaymentId(deps.db, checkout.id, payment.id)) return payment;
  const current = await findCheckoutByPayment(deps.db, payment.id);
  if (current?.status === 'paid') return payment;
  // A newer start of this attempt has closed this one meanwhile; its payment is given to nobody.
  await deps.payments.cancelPayment(payment.id);
  throw new AppError('conflict');
}

/** A provider repeats its refusal to the same checkout, so that the next try needs another; silence is asked again. */
async function createPayment(deps: CheckoutDeps, checkout: Checkout): Promise<Payment> {
  const { id, totalCents, currency, address } = checkout;
  try {
    return await deps.payments.createPayment({
      checkoutId: id,
      amountCents: totalCents,
      currency,
      email: address.email,
      address,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_provider_failed') await retireCheckout(deps.db, checkout);
    throw error;
  }
}

/**
 * Makes the attempt's older payments unpayable before the latest is given away. Best effort: what cannot be canceled now
 * stays open, and the next sweep tries again.
 *
 * @throws AppError `already_paid` · `amount_mismatch` one of them is paid, as we learn here: the shopper decides anew
 */
async function cancelSuperseded(deps: CheckoutDeps, checkout: Checkout): Promise<void> {
  const superseded = await listSuperseded(deps.db, checkout);
  const results = await Promise.all(superseded.map((older) => cancelQuietly(deps, older)));
  for (const result of results) {
    if (result?.kind !== 'order' && result?.kind !== 'anomaly') continue;
    await cancelQuietly(deps, checkout);
    if (result.kind === 'anomaly') throw new AppError('amount_mismatch');
    throw new AppError('already_paid', { values: { number: orderNumber(result.order.id) } });
  }
}

async function cancelQuietly(deps: CheckoutDeps, older: Checkout): Promise<Cancellation | null> {
  try {
    return await cancelCheckout(deps, older);
  } catch (error) {
    deps.log.warn({ err: error, checkoutId: older.id }, 'an older payment of the attempt was not canceled');
    return null;
  }
}

/** What became of a checkout that was to be canceled; a settlement when it turned out to be paid. */
type Cancellation = { kind: 'canceled' } | { kind: 'payable' } | Settlement;

/** Makes an unpaid checkout unpayable, and books it when it turns out to be paid. */
export async function cancelCheckout(deps: CheckoutDeps, checkout: Checkout): Promise<Cancellation> {
  const payment = checkout.paymentIntentId ? await deps.payments.cancelPayment(checkout.paymentIntentId) : null;
  if (payment?.status === 'succeeded') return settleFrom(deps, 'cancel', payment.id);
  if (payment && payment.status !== 'canceled') return { kind: 'payable' };
  if (await retireCheckout(deps.db, checkout)) return { kind: 'canceled' };
  // Its payment was opened after it was read, and would stay payable: that one is canceled too.
  const current = await findCheckout(deps.db, checkout.id);
  return current?.status === 'open' ? cancelCheckout(deps, current) : { kind: 'canceled' };
}

/** How a payment stands with us; `unpaid` carries the provider's word, `null` when it knows no such payment. */
export type Settlement =
  | { kind: 'order'; order: Order; checkout: Checkout; isNew: boolean }
  | { kind: 'unpaid'; status: Payment['status'] | null }
  | { kind: 'unknown' }
  | { kind: 'anomaly' };

/**
 * Turns a paid checkout into its order. Safe to repeat, from any door and at the same time: one payment, one order.
 *
 * @param paymentId the provider's reference, such as `pi_…`
 * @returns the order, new or already there; `unknown` when no checkout has this payment; `anomaly` when the provider's amount or currency is another than ours, which is kept for the owner
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout`
 * @see the specification, 4 Payment
 */
export async function settleCheckout(deps: CheckoutDeps, paymentId: string): Promise<Settlement> {
  const checkout = await findCheckoutByPayment(deps.db, paymentId);
  if (!checkout || checkout.provider !== deps.payments.name) return { kind: 'unknown' };
  const known = await findOrderByPayment(deps.db, paymentId);
  if (known) return { kind: 'order', order: known, checkout, isNew: false };

  const payment = await deps.payments.findPayment(paymentId);
  if (payment?.status !== 'succeeded') return { kind: 'unpaid', status: payment?.status ?? null };
  if (payment.amountCents !== checkout.totalCents || payment.currency !== checkout.currency) {
    await keepMismatch(deps, checkout, payment);
    return { kind: 'anomaly' };
  }
  return bookOrder(deps, checkout, paymentId);
}

/** `settleCheckout`, told to the log and the figures; an order that comes late notes what was refunded before. @param door who asks */
export async function settleFrom(deps: CheckoutDeps, door: OrderDoor, paymentId: string): Promise<Settlement> {
  const settlement = await settleCheckout(deps, paymentId);
  recordSettlement(deps, door, paymentId, settlement);
  const isLate = door !== 'confirm' && door !== 'webhook';
  if (isLate && settlement.kind === 'order' && settlement.isNew) await noteEarlierRefund(deps, paymentId);
  return settlement;
}

async function bookOrder(deps: CheckoutDeps, checkout: Checkout, paymentId: string): Promise<Settlement> {
  const prepared = await prepareOrder(deps, { ...checkout, paymentId, language: checkout.preferredLanguage });
  return deps.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, checkout.attemptKey);
    const { order, isNew } = await placeOrder(tx, prepared);
    if (isNew) {
      await closeCheckout(tx, checkout.id, 'paid', deps.clock.now());
      const twin = attempt.find((other) => other.id !== checkout.id && other.status === 'paid');
      if (twin) {
        const detail = { ...summarize(checkout), firstPayment: twin.paymentIntentId, order: orderNumber(order.id) };
        await recordAnomaly(tx, deps, { paymentId, kind: 'possible_duplicate', detail });
      }
    }
    return { kind: 'order', order, checkout, isNew };
  });
}

async function keepMismatch(deps: CheckoutDeps, checkout: Checkout, payment: Payment): Promise<void> {
  const detail = { ...summarize(checkout), paidCents: payment.amountCents, paidCurrency: payment.currency };
  await deps.db.transaction(async (tx) => {
    await closeCheckout(tx, checkout.id, 'anomaly', deps.clock.now());
    await recordAnomaly(tx, deps, { paymentId: payment.id, kind: 'amount_mismatch', detail });
  });
}

function summarize({ id, totalCents, currency, address }: Checkout) {
  return { checkoutId: id, totalCents, currency, customer: address.fullName, email: address.email };
}

/**
 * Whoever asks about a payment is told in the language of its checkout, which the call itself does not carry. Safe to
 * wrap around anything: the error thrown is the same.
 */
export async function inCheckoutLanguage<T>(
  { db }: Pick<CheckoutDeps, 'db'>,
  paymentId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) {
      // A database that is away may be the error itself: then the reader's language does.
      const checkout = await findCheckoutByPayment(db, paymentId).catch(() => null);
      error.language = checkout?.preferredLanguage;
    }
    throw error;
  }
}

/**
 * What the browser asks after paying. Foreign, unknown and unpaid payments get one and the same answer, in the language
 * of the checkout where there is one. The link to the order's page goes to who proves to have started the payment.
 *
 * @throws AppError `payment_not_confirmed` · `amount_mismatch` · `payment_provider_failed` · `payment_provider_timeout`
 */
export async function confirmOrder(
  deps: CheckoutDeps,
  paymentId: string,
  claim: PaymentClaim,
): Promise<ConfirmOrderAnswer> {
  const { order, checkout } = await recordStep(
    deps,
    'confirm',
    () =>
      inCheckoutLanguage(deps, paymentId, async () => {
        const settlement = await settleFrom(deps, 'confirm', paymentId);
        if (settlement.kind === 'anomaly') throw new AppError('amount_mismatch');
        if (settlement.kind !== 'order') throw new AppError('payment_not_confirmed');
        return settlement;
      }),
    (settlement) => ({ paymentId, orderId: settlement.order.id }),
  );
  const isTheirs = await holdsPayment(deps, checkout, claim);
  return { orderNumber: orderNumber(order.id), ...(isTheirs && { statusUrl: `/order/${order.statusToken}` }) };
}
