import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { holdCode, releaseCode, takeCode } from '#server/features/codes/service.ts';
import { announceEmails } from '#server/features/emails/outbox.ts';
import { noteWritten, type PreparedOrder, prepareOrder } from '#server/features/orders/service.ts';
import { requireStock, takeStock } from '#server/features/stock/service.ts';
import { recordSale } from '#server/features/tax/records.ts';
import { manualReference, type PaidByHand } from '#shared/written-orders/written-orders.ts';
import { type Draft, pricesText, type WrittenContent } from './content.ts';
import { insertWritten, placeWritten, readTemplates, updateWritten, type WrittenRow } from './repository.ts';

/**
 * Writes an order that was paid outside of the payment provider: order, stock, code and mail in one transaction.
 *
 * @returns `null` if the key has an order already: then nothing was written
 * @throws AppError `sold_out` · `code_used_up` · `code_unknown`
 */
export async function placePaid(deps: CheckoutDeps, draft: Draft & { ending: PaidByHand }): Promise<WrittenRow | null> {
  const { attempt, content, isCounted } = draft;
  const { codeId, lines, address, preferredLanguage } = content;
  // Says in words what is short; the transaction decides.
  if (isCounted) await requireStock(deps, lines, preferredLanguage, attempt);
  if (codeId) await holdCode(deps, { attemptKey: attempt, caller: null, device: null, codeId, email: address.email });
  const id = randomUUID();
  const prepared = await prepare(deps, id, draft);
  try {
    return await deps.db.transaction((tx) => place(tx, deps, { ...draft, id, prepared }));
  } catch (error) {
    if (codeId) await releaseCode(deps.db, attempt, sql`true`);
    throw error;
  }
}

async function prepare(
  deps: CheckoutDeps,
  id: string,
  { content, ending }: { content: WrittenContent; ending: PaidByHand },
) {
  const order = prepareOrder(deps, toPaid(deps, content, manualReference(id)), await readTemplates(deps.db));
  // The owner has written it herself.
  const emails = order.emails.filter(({ templateKey }) => ending.notify && templateKey === 'order_confirmation');
  return { ...order, emails };
}

/** The content in the form of a paid checkout. */
function toPaid(
  { clock, content: published, refundRule }: Pick<CheckoutDeps, 'clock' | 'content' | 'refundRule'>,
  content: WrittenContent,
  paymentId: string,
) {
  const language = content.preferredLanguage;
  const policies = {
    revision: published.current().revision,
    at: clock.now().toISOString(),
    language,
    refundRule: refundRule(language),
  };
  return { ...content, paymentId, language, policies, discountName: null, source: null };
}

type Placing = Draft & { ending: PaidByHand; id: string; prepared: PreparedOrder };

async function place(tx: Executor, deps: CheckoutDeps, placing: Placing): Promise<WrittenRow | null> {
  const { id, key, bodyHash, attempt, content, input, ending, prepared, isCounted } = placing;
  const { codeId, lines, address, totalCents, taxCents, taxes, discountCents: costCents } = content;
  const { method, reference, paidOn } = ending;
  const now = deps.clock.now();
  const row = await insertWritten(tx, {
    ...{ id, idempotencyKey: key, bodyHash, state: 'paid', email: address.email, totalCents, content },
    ...{ note: input.note, method, reference, paidOn, createdAt: now, closedAt: now },
  });
  if (!row) return null;
  const orderId = prepared.row.id;
  if (!(await placeWritten(tx, prepared))) throw new Error('A written order has a payment of another order');
  announceEmails(deps);
  const revenueCents = totalCents - taxCents;
  if (codeId) {
    await takeCode(tx, { codeId, attemptKey: attempt, email: address.email, orderId, revenueCents, costCents });
  }
  if (isCounted) {
    const sold = deps.catalogue().products;
    const [short] = await takeStock(tx, deps, { attemptKey: attempt, orderId, lines, sold });
    // Nobody has been charged: unlike a late payment, the order is refused as a whole.
    if (short) throw new AppError('sold_out', { values: { product: short.name } });
  }
  await recordSale(tx, deps, { orderId, taxes, taxCents, totalCents });
  const detail = { method, reference, paidOn, prices: pricesText(content.changedPrices) };
  await noteWritten(tx, deps, orderId, { notes: input.note, detail });
  return updateWritten(tx, id, { orderId });
}
