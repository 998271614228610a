import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { centsToText } from '#shared/core/money.ts';
import { BY_HAND, type OpenTaxRecord, type TaxRecord } from '#shared/tax/lines.ts';
import { type OrderTaxes, taxCentsOf } from '#shared/tax/tax.ts';
import { RECORDED_BEFORE, type TaxAnswer, type TaxedSale, type TaxProvider } from './provider.ts';
import type { TaxRecordRow } from './records-repository.ts';
import * as repository from './records-repository.ts';
import { findSale } from './sale.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock' | 'log' | 'catalogue'> & { taxes: TaxProvider };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DUE_LIMIT = 50;
/** How many records the admin lists. */
const SHOWN = 50;

/**
 * Stores that the provider has to record a sale, in the transaction of its order. An order taxed by the table is its
 * own record.
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

/** Stores, in the transaction of a refund, that the provider has to reverse a part of the sale. Idempotent. */
export function recordRefund(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  refund: { orderId: string; refundId: string; amountCents: number },
): Promise<void> {
  return repository.insertRefundRecord(tx, { ...refund, now: clock.now() });
}

/**
 * Stores that only the whole tax of a sale was refunded. The provider can reverse tax only together with the goods, so
 * a person has to correct its record.
 */
export function recordExemption(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  refund: { orderId: string; refundId: string; amountCents: number },
): Promise<void> {
  return repository.insertRefundRecord(tx, { ...refund, now: clock.now(), failure: 'exempt' });
}

/** A recorded refund did not reach the customer: the provider has reversed too much, which a person has to correct. */
export function recordRefundFailed(tx: Executor, refundId: string): Promise<void> {
  return repository.markRefundFailed(tx, refundId);
}

/** A failed refund was paid another way: the provider's record of it is right, or has to be made. */
export async function recordRefundClosed(
  tx: Executor,
  deps: Pick<Deps, 'clock'>,
  refund: { orderId: string; refundId: string; amountCents: number },
): Promise<void> {
  await repository.unmarkRefundFailed(tx, refund.refundId);
  await recordRefund(tx, deps, refund);
}

/** Reports stored records to the provider. Safe on several instances, and wherever the process ends. */
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

/** Records that a person has to check, with some of their orders, and those waiting for longer than an hour. */
export function findOpenTaxRecords({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<{ look: number; waiting: number; orderIds: string[] }> {
  return repository.findOpenRecords(db, new Date(clock.now().getTime() - HOUR_MS));
}

/** The records of an order for the provider, the sale first. */
export async function listTaxRecords({ db }: Pick<Deps, 'db'>, orderId: string): Promise<TaxRecord[]> {
  return (await repository.listRecords(db, orderId)).map(toWire);
}

/** The oldest records that a person has to check. */
export async function listOpenTaxRecords({ db }: Pick<Deps, 'db'>): Promise<OpenTaxRecord[]> {
  const rows = await repository.listLookRecords(db, SHOWN);
  return rows.map((row) => ({ ...toWire(row), orderId: row.orderId, createdAt: row.createdAt.toISOString() }));
}

/**
 * Reports a refused record to the provider again, in the next pass. Idempotent.
 *
 * @throws AppError `not_found` · `tax_by_hand` a person has to correct it there
 */
export async function tellAgain(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  id: string,
): Promise<TaxRecord> {
  const isTold = await repository.tellRecordAgain(db, id, clock.now(), BY_HAND);
  const row = await repository.findRecord(db, id);
  if (!row) throw new AppError('not_found');
  if (!isTold && row.state === 'look') throw new AppError('tax_by_hand');
  if (isTold) log.info({ event: 'tax_again', reference: row.reference, kind: row.kind }, 'a tax record is told again');
  return toWire(row);
}

const toWire = ({ id, kind, state, amountCents, failure }: TaxRecordRow): TaxRecord => ({
  id,
  kind,
  state,
  amount: centsToText(amountCents),
  failure,
});

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
 * Records a sale. A calculation expires after 90 days, and is missing if the provider did not answer at the checkout.
 * Then it is calculated again, and recorded only if the sum equals what the customer was charged.
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
  // Stored first: after a lost answer the same calculation is used again, and makes no second record.
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

async function takeBack(deps: Deps, { orderId, reference, amountCents }: TaxRecordRow): Promise<TaxAnswer> {
  const records = await repository.listRecords(deps.db, orderId);
  const sale = records.find(({ kind }) => kind === 'sale');
  if (!sale?.transactionId) return { kind: 'refused', code: 'sale_unknown' };
  const { transactionId } = sale;
  if (amountCents === sale.amountCents) return deps.taxes.void({ reference, transactionId });
  return deps.taxes.refund({ reference, transactionId, amountCents });
}
