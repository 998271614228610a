import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { mayBePerson } from '#server/db/person.ts';
import { ERASED_TEXT, personOf } from '#shared/checkout/person.ts';
import { describeAddress, ERASED_ADDRESS } from '#shared/checkout/personal-address.ts';
import { centsToText } from '#shared/core/money.ts';
import type { SettlementDeps } from './deps.ts';
import { listRefunds } from './refunds/repository.ts';
import type { Checkout } from './repository.ts';
import { checkouts, paymentAnomalies, refunds } from './schema.ts';
import { cancelCheckout } from './service.ts';

const addressPart = (name: string): SQL => sql`(${checkouts.address}->>${name})`;
/** The expression must match that of its index. */
const email = sql`(${checkouts.address}->>'email')`;

/** Checkouts under a person's address, paid or not, oldest first. @param person from `personOf` */
export async function findCheckoutsOf(db: Executor, person: string): Promise<Checkout[]> {
  const rows = await db
    .select()
    .from(checkouts)
    .where(mayBePerson(email, person))
    .orderBy(asc(checkouts.createdAt), asc(checkouts.id));
  return rows.filter(({ address }) => personOf(address.email) === person);
}

/**
 * The same, locked until the transaction ends: an order being created from one either waits or is visible afterwards.
 */
export async function lockCheckoutsOf(tx: Executor, person: string): Promise<Checkout[]> {
  const rows = await tx
    .select()
    .from(checkouts)
    .where(mayBePerson(email, person))
    .orderBy(asc(checkouts.id))
    .for('update');
  return rows.filter(({ address }) => personOf(address.email) === person);
}

/** Whether it can still be paid. */
export const isPayable = ({ payments }: Pick<SettlementDeps, 'payments'>, { status, provider }: Checkout): boolean =>
  status === 'open' && provider === payments.name;

/** Cancels a person's open payments; one that turns out to be paid becomes an order. */
export async function cancelCheckoutsOf(deps: SettlementDeps, person: string): Promise<void> {
  const begun = (await findCheckoutsOf(deps.db, person)).filter((checkout) => isPayable(deps, checkout));
  for (const checkout of begun) await cancelCheckout(deps, checkout);
}

/** The orders among these with a refund whose result is unknown. */
export async function listOrdersBeingRefunded(db: Executor, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: refunds.orderId })
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...orderIds]), eq(refunds.state, 'requested')));
  return rows.map(({ id }) => id);
}

/** Whether an unresolved anomaly of the person waits for the owner, as listed under Today. */
export async function hasOpenAnomaly(db: Executor, person: string, paymentIds: readonly string[]): Promise<boolean> {
  const rows = await db
    .select({ detail: paymentAnomalies.detail })
    .from(paymentAnomalies)
    .where(and(isNull(paymentAnomalies.resolvedAt), isAnomalyOf(person, paymentIds)));
  return rows.length > 0;
}

const isAnomalyOf = (person: string, paymentIds: readonly string[]) =>
  or(
    mayBePerson(sql`(${paymentAnomalies.detail}->>'email')`, person),
    paymentIds.length > 0 ? inArray(paymentAnomalies.paymentIntentId, [...paymentIds]) : undefined,
  );

export async function describeCheckouts(rows: readonly Checkout[]) {
  return rows
    .filter(({ status }) => status !== 'paid')
    .map(({ createdAt, status, lines, address, totalCents, currency, paymentIntentId }) => {
      return {
        startedAt: createdAt,
        status,
        ...describeAddress(address),
        items: lines.map((line) => ({ name: line.name, quantity: line.quantity, price: centsToText(line.priceCents) })),
        total: centsToText(totalCents),
        currency,
        payment: paymentIntentId,
      };
    });
}

export async function describeRefunds(db: Executor, orderId: string) {
  return (await listRefunds(db, orderId)).map(({ createdAt, amountCents, currency, state, reason }) => ({
    at: createdAt,
    amount: centsToText(amountCents),
    currency,
    state,
    reason,
  }));
}

/**
 * Deletes unpaid checkouts, and pseudonymizes the others: a repeated event of a payment finds its order through them.
 *
 * @param paid.orderIds and `paymentIds` of the person's orders
 */
export async function eraseCheckouts(
  tx: Executor,
  locked: readonly Checkout[],
  person: string,
  paid: { orderIds: readonly string[]; paymentIds: readonly string[] },
): Promise<void> {
  const unpaid = locked.filter(({ status }) => status === 'canceled' || status === 'open').map(({ id }) => id);
  if (unpaid.length > 0) await tx.delete(checkouts).where(inArray(checkouts.id, unpaid));
  const kept = locked.map(({ id }) => id).filter((id) => !unpaid.includes(id));
  const of = or(
    kept.length > 0 ? inArray(checkouts.id, kept) : undefined,
    paid.paymentIds.length > 0 ? inArray(checkouts.paymentIntentId, [...paid.paymentIds]) : undefined,
  );
  if (of) {
    const gone = JSON.stringify(ERASED_ADDRESS);
    const zip = sql`jsonb_build_object('zipCode', left(${addressPart('zipCode')}, 5))`;
    const address = sql`${checkouts.address} || ${gone}::jsonb || ${zip}`;
    await tx.update(checkouts).set({ address, caller: null, device: null }).where(of);
  }
  const anomaly = sql`${paymentAnomalies.detail} || jsonb_strip_nulls(jsonb_build_object(
    'customer', case when ${paymentAnomalies.detail} ? 'customer' then ${ERASED_TEXT}::text end,
    'email', case when ${paymentAnomalies.detail} ? 'email' then ${ERASED_TEXT}::text end))`;
  await tx.update(paymentAnomalies).set({ detail: anomaly }).where(isAnomalyOf(person, paid.paymentIds));
  if (paid.orderIds.length > 0) {
    // The owner's free text.
    await tx
      .update(refunds)
      .set({ reason: null })
      .where(inArray(refunds.orderId, [...paid.orderIds]));
  }
}
