import { linkAttempt } from '#server/db/link-attempts.ts';
import { AppError } from '#server/errors.ts';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { getOrder } from '#server/features/orders/service.ts';
import { openPayment } from '#server/features/settlement/open-payment.ts';
import { cancelAttempt, settleFrom } from '#server/features/settlement/service.ts';
import { AMOUNTS, amountTexts } from '#shared/core/amounts.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import type { OwedPayAnswer } from '#shared/orders/owed.ts';
import { taxLinesOf } from '#shared/tax/tax.ts';
import { taxReasonText } from '#shared/tax/words.ts';
import type { PayLinkView } from '#shared/written-orders/written-orders.ts';
import { findByPayToken, type WrittenRow } from './repository.ts';

/** PostgreSQL refuses NUL, so other texts are rejected before the query. */
const TOKEN = /^pay-[\w-]{1,64}$/;

async function getLink({ db }: Pick<CheckoutDeps, 'db'>, token: string): Promise<WrittenRow> {
  const row = TOKEN.test(token) ? await findByPayToken(db, token) : null;
  if (!row) throw new AppError('not_found');
  return row;
}

const isOver = ({ clock }: Pick<CheckoutDeps, 'clock'>, { state, expiresAt }: WrittenRow) =>
  state === 'ended' || (state === 'open' && expiresAt !== null && expiresAt <= clock.now());

/**
 * The part of an order that its link alone reveals: what it sells and what it costs, no name, no street, no mail
 * address.
 *
 * @throws AppError `not_found`
 */
export async function viewLink(deps: CheckoutDeps, token: string): Promise<PayLinkView> {
  const row = await getLink(deps, token);
  const { content, totalCents, expiresAt, orderId } = row;
  const { address, lines, taxes } = content;
  const order = orderId === null ? null : await getOrder(deps.db, orderId);
  const [reason] = taxLinesOf({ taxes, tax: centsToText(content.taxCents), zipCode: address.zipCode });
  return {
    language: content.preferredLanguage,
    items: lines.map(({ id, name, names, quantity, priceCents }) => ({
      ...{ id, name, quantity, price: centsToText(priceCents) },
      ...(names && { names }),
    })),
    ...amountTexts(AMOUNTS, content),
    discountName: null,
    taxReason: forEachLanguage((language) => taxReasonText(reason, language, deps.changedText)),
    shippingCost: centsToText(content.shippingCents),
    shippingMethod: content.shippingMethod,
    totalAmount: centsToText(totalCents),
    difference: '0.00',
    owed: {
      amount: centsToText(totalCents),
      state: order ? 'paid' : isOver(deps, row) ? 'ended' : 'open',
      until: (expiresAt ?? row.createdAt).toISOString(),
    },
    statusUrl: order && `/order/${order.statusToken}`,
  };
}

/**
 * Begins the payment of a link, or continues it: two tabs get the same payment, so that it is paid once.
 *
 * @param amount the sum that the page shows, as two-decimal text
 * @param caller a hash of the caller's network, for counting declined cards
 * @throws AppError `not_found` · `owed_ended` · `owed_paid` · `owed_changed` · `payments_closed` · `card_attempts` ·
 * what `openPayment` throws
 */
export async function payLink(
  deps: CheckoutDeps,
  token: string,
  { amount, caller }: { amount: string; caller: string },
): Promise<OwedPayAnswer> {
  if (deps.config.closed) throw new AppError('payments_closed');
  deps.declines.admit({ caller, device: '' });
  const row = await getLink(deps, token);
  requirePayable(deps, row);
  if (centsToText(row.totalCents) !== amount) throw new AppError('owed_changed');
  const { changedPrices: _prices, ...content } = row.content;
  const attemptKey = linkAttempt(row.id);
  const draft = { ...content, discountName: null, source: null, attemptKey, caller, device: '' };
  const { payment } = await openPayment(deps, draft, { isCounted: false });
  if (payment.status === 'succeeded') {
    await settleFrom(deps, 'confirm', payment.id);
    throw new AppError('owed_paid', { words: 'written_paid' });
  }
  const current = await getLink(deps, token);
  if (current.state !== 'open') {
    // Ended since it was read, before its end could see this payment.
    await cancelAttempt(deps, attemptKey);
    requirePayable(deps, current);
  }
  const { name: provider, publishableKey } = deps.payments;
  return {
    provider,
    clientSecret: payment.clientSecret,
    ...(publishableKey !== undefined && { publishableKey }),
    amount,
  };
}

function requirePayable(deps: CheckoutDeps, row: WrittenRow): void {
  if (row.state === 'paid') throw new AppError('owed_paid', { words: 'written_paid' });
  if (isOver(deps, row)) throw new AppError('owed_ended');
}

/**
 * After the payment in the browser. Only a payment of this very link is looked at.
 *
 * @throws AppError `not_found` · `payment_not_confirmed` · `amount_mismatch` · `payment_provider_failed` ·
 * `payment_provider_timeout`
 */
export async function confirmLink(deps: CheckoutDeps, token: string, paymentId: string): Promise<PayLinkView> {
  const { id } = await getLink(deps, token);
  const settlement = await settleFrom(deps, 'confirm', paymentId);
  if (settlement.kind === 'anomaly') throw new AppError('amount_mismatch');
  if (settlement.kind !== 'order' || settlement.checkout.attemptKey !== linkAttempt(id)) {
    throw new AppError('payment_not_confirmed');
  }
  return viewLink(deps, token);
}

/** Runs work for whoever opens a link, with errors in the language of the order, like its page. */
export async function forPayer<T>(deps: CheckoutDeps, token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not_found') {
      error.language = (await getLink(deps, token)).content.preferredLanguage;
    }
    throw error;
  }
}
