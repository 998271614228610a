import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { listLines, lockOrder } from '#server/features/orders/service.ts';
import { centsToText, textToCents } from '#shared/money.ts';
import { isErased } from '#shared/person.ts';
import { type OrderTaxes, taxCentsOf } from '#shared/tax.ts';
import type { TaxRecord } from '#shared/tax-lines.ts';
import { RECORDED_BEFORE, type TaxAnswer, type TaxedSale, type TaxProvider } from './provider.ts';
import type { TaxRecordRow } from './records-repository.ts';
import * as repository from './records-repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock' | 'log' | 'catalogue'> & { taxes: TaxProvider };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DUE_LIMIT = 50;

/**
 * Writes down that the provider has to record a sale, in the transaction of its order. An order whose tax is the table's own is
 * its record itself.
 */
export async function recordSale(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  sale: { orderId: string; taxes: OrderTaxes | null; taxCents: number; totalCents: number },
): Promise<void> {
  const { orderId, taxes, taxCents, totalCents } = sale;
  const isOutside = taxes?.calculationId !== undefined || taxes?.line.reason === 'by_table';
  if (!isOutside) return;
  const now = clock.now();
  await repository.insertRecord(tx, {
    orderId,
    kind: 'sale',
    reference: orderId,
    provider: 'stripe',
    calculationId: taxes.calculationId ?? null,
    amountCents: totalCents,
    taxCents,
    nextCheckAt: now,
    createdAt: now,
  });
}

/** Writes down that the provider has to take back a part of a sale, in the transaction of its refund; once for each. */
export function recordRefund(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  refund: { orderId: string; refundId: string; amountCents: number },
): Promise<void> {
  return repository.insertRefundRecord(tx, { ...refund, now: clock.now() });
}

/**
 * Writes down that the whole tax of a sale was given back and nothing else. The provider's verbs take tax back with its goods alone, so
 * a person has to put its record right.
 */
export function recordExemption(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  refund: { orderId: string; refundId: string; amountCents: number },
): Promise<void> {
  return repository.insertRefundRecord(tx, { ...refund, now: clock.now(), failure: 'exempt' });
}

/** A refund that was recorded did not reach the customer after all: the provider has taken back too much, for a person to put right. */
export function recordRefundFailed(tx: Executor, refundId: string): Promise<void> {
  return repository.markRefundFailed(tx, refundId);
}

/** Tells the provider what is written down for it. Safe on several instances, and wherever the process ends. */
export async function resumeTaxRecords(deps: Deps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const due = await repository.claimDueRecords(deps.db, {
    provider: deps.taxes.name,
    now,
    limit: DUE_LIMIT,
    next: ({ createdAt }) => {
      const ageMs = now.getTime() - createdAt.getTime();
      return new Date(now.getTime() + Math.min(HOUR_MS, Math.max(MINUTE_MS, ageMs / 4)));
    },
  });
  for (const row of due) {
    if (signal?.aborted) return;
    try {
      const answer = await (row.kind === 'sale' ? commitSale(deps, row) : takeBack(deps, row));
      await keepAnswer(deps, row, answer);
    } catch (error) {
      deps.log.warn(
        { event: 'tax_unrecorded', err: error, reference: row.reference },
        'a tax record is told again later',
      );
    }
  }
}

/** Records that a person has to look at, with the orders of some, and those that wait for longer than an hour. */
export function findOpenTaxRecords({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<{ look: number; waiting: number; orderIds: string[] }> {
  return repository.findOpenRecords(db, new Date(clock.now().getTime() - HOUR_MS));
}

/** What the provider has to record of an order, the sale first. */
export async function listTaxRecords({ db }: Pick<Deps, 'db'>, orderId: string): Promise<TaxRecord[]> {
  const rows = await repository.listRecords(db, orderId);
  return rows.map(({ id, kind, state, amountCents, failure }) => ({
    id,
    kind,
    state,
    amount: centsToText(amountCents),
    failure,
  }));
}

async function keepAnswer(deps: Deps, { id, reference, kind }: TaxRecordRow, answer: TaxAnswer): Promise<void> {
  if (answer.kind === 'refused') {
    deps.log.error(
      { event: 'tax_refused', reference, kind, code: answer.code },
      'a person has to look at a tax record',
    );
    return repository.updateRecord(deps.db, id, { state: 'look', failure: answer.code });
  }
  deps.log.info({ event: 'tax_recorded', reference, kind }, 'a tax record is kept by the provider');
  return repository.updateRecord(deps.db, id, { state: 'done', transactionId: answer.transactionId, failure: null });
}

/**
 * A calculation ends after 90 days, and there is none when the provider did not answer at the checkout. Then it is calculated anew, and
 * recorded only when it comes to what the customer was charged.
 */
async function commitSale(
  deps: Deps,
  { id, reference, calculationId, orderId, taxCents }: TaxRecordRow,
): Promise<TaxAnswer> {
  if (calculationId !== null) {
    const answer = await deps.taxes.commit({ reference, calculationId });
    if (answer.kind === 'done' || answer.code === RECORDED_BEFORE) return answer;
  }
  const sale = await findSale(deps, orderId);
  if (!sale) return { kind: 'refused', code: 'sale_incomplete' };
  const taxes = await calculateAnew(deps, sale);
  if (!taxes?.calculationId) return { kind: 'refused', code: 'not_calculable' };
  if (taxCentsOf(taxes) !== taxCents) return { kind: 'refused', code: 'other_tax' };
  // Kept first: after a lost answer the same calculation is named again, and makes no second record.
  await repository.updateRecord(deps.db, id, { calculationId: taxes.calculationId });
  return deps.taxes.commit({ reference, calculationId: taxes.calculationId });
}

async function calculateAnew(
  { taxes }: Deps,
  { sale, shippingCents }: { sale: TaxedSale; shippingCents: number },
): Promise<OrderTaxes | null> {
  try {
    const [estimate] = await taxes.estimate(sale, [shippingCents]);
    return estimate ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'tax_address') return null;
    throw error;
  }
}

/** What an order sold, as the provider is told; `null` when a product or the address is no longer known. */
async function findSale(
  { db, catalogue }: Deps,
  orderId: string,
): Promise<{ sale: TaxedSale; shippingCents: number } | null> {
  const { order, bought } = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    return { order, bought: await listLines(tx, order) };
  });
  if (isErased(order.email)) return null;
  const lines: TaxedSale['lines'][number][] = [];
  for (const { productId, quantity, unitPriceCents } of bought) {
    const product = catalogue().find(productId);
    if (!product) return null;
    lines.push({ id: productId, quantity, priceCents: unitPriceCents, taxCode: product.taxCode });
  }
  const discountCents = textToCents(order.discount) ?? 0;
  return {
    sale: { lines, discountCents, address: order, rule: null },
    shippingCents: textToCents(order.shippingCost ?? '0.00') ?? 0,
  };
}

async function takeBack(deps: Deps, { orderId, reference, amountCents }: TaxRecordRow): Promise<TaxAnswer> {
  const records = await repository.listRecords(deps.db, orderId);
  const sale = records.find(({ kind }) => kind === 'sale');
  if (!sale?.transactionId) return { kind: 'refused', code: 'sale_unknown' };
  const { transactionId } = sale;
  if (amountCents === sale.amountCents) return deps.taxes.void({ reference, transactionId });
  return deps.taxes.refund({ reference, transactionId, amountCents });
}
