import { createHash } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { enqueueEmails, type PreparedEmail, prepareEmail } from '#server/features/emails/outbox.ts';
import { changeEmailValues } from '#server/features/emails/values.ts';
import { getLabels } from '#server/features/labels/service.ts';
import { requireTravel } from '#server/features/orders/correction.ts';
import { endOwed, findNewestOwed, type OwedRow } from '#server/features/orders/owed.ts';
import {
  getOrder,
  listEvents,
  lockOrder,
  type OrderRow,
  requireOrderVersion,
  writeItems,
} from '#server/features/orders/service.ts';
import { exchangeStock } from '#server/features/stock/service.ts';
import { isErased } from '#shared/checkout/person.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import type { ItemsChangeInput, ItemsPreview, ItemsPreviewInput } from '#shared/orders/items.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import { MIN_OWED_CENTS } from '#shared/orders/owed.ts';
import { isDisputeOpen } from '#shared/orders/refunds-and-disputes.ts';
import { lineNameIn } from '#shared/orders/words.ts';
import { type Asked, askableOf } from '../owed/askable.ts';
import { addAsked, closeEnded } from '../owed/service.ts';
import { addItemsRefund, refundableOf, sendParts } from '../refunds/service.ts';
import { type ItemsPlan, type PlanDeps, planItems } from './plan.ts';

/**
 * What an order would cost with other items. Changes nothing.
 *
 * @throws AppError `not_found` · `stale_version` · `items_fixed` · `validation` · `product_unknown` · `tax_unavailable`
 */
export async function previewItems(deps: PlanDeps, orderId: string, input: ItemsPreviewInput): Promise<ItemsPreview> {
  const order = await getOrder(deps.db, orderId);
  requireOrderVersion(input.version, order);
  await requireChangeable(deps.db, order);
  const plan = await planItems(deps, order, { wanted: input.lines, money: input.money });
  const { before, after, differenceCents } = plan;
  const { asked } = await askOf(deps, order, plan);
  return {
    lines: plan.lines.map(({ id, name, quantity, unitPriceCents }) => ({ id, name, quantity, unitPriceCents })),
    before,
    after,
    differenceCents,
    refundCents: await refundCentsOf(deps.db, order, plan),
    askCents: asked.amountCents,
    version: order.version,
  };
}

/**
 * Changes the items of a paid order, once for each key, however often it is called and wherever the process ends.
 *
 * 1. Plan and mail are made from the order as read, because they ask the tax provider and the templates.
 * 2. One transaction locks the order, refuses another version than the caller's, and compares the sums with those that
 *    the owner saw. Then it writes lines, stock, history, mail, and the refund as `requested`: all or nothing.
 *    An open request for a payment ends, and another one begins if the buyer is asked for the difference.
 * 3. After it, the refund is made at the provider under the id of its row. If the process ends before, `resumeRefunds`
 *    makes it. So there is no refund without its change, no change without its refund, and neither twice (N11).
 *
 * @param key idempotency key; it is stored with the event of the change
 * @throws AppError `not_found` · `stale_version` the order or the sums differ from what the owner saw · `items_fixed` ·
 * `items_sold_out` · `heat_hold` · `heat_closed` · `idempotency_key_reused` · `validation` · `product_unknown`
 */
export async function changeItems(
  deps: PlanDeps,
  orderId: string,
  key: string,
  input: ItemsChangeInput,
): Promise<void> {
  const body = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const press = { key, body };
  const order = await getOrder(deps.db, orderId);
  if (await wasPressed(deps.db, orderId, press)) return;
  requireOrderVersion(input.version, order);
  await requireChangeable(deps.db, order);
  const plan = await planItems(deps, order, { wanted: input.lines, money: input.money });
  requireAddedTravel(deps, order, plan);
  const items = itemsOf(order, plan);
  const { notify = true, restock = true } = input;
  const { asked, replacedCents } = await askOf(deps, order, plan);
  const asks = input.money === 'ask' && asked.amountCents > 0;
  const mail =
    notify && !asks ? await prepareMail(deps, { ...order, ...items }, { key, refundCents: input.refundCents }) : null;
  const written = await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (await wasPressed(tx, orderId, press)) return null;
    requireOrderVersion(input.version, locked);
    await requireChangeable(tx, locked);
    const refundCents = await refundCentsOf(tx, locked, plan);
    const ended = await endOwed(tx, deps, orderId, 'items');
    const isAsSeen =
      plan.differenceCents === input.differenceCents &&
      refundCents === input.refundCents &&
      replacedCents === priceOf(ended) &&
      (!asks || asked.amountCents === input.askCents);
    if (!isAsSeen) requireOrderVersion(null, locked);
    await exchangeStock(tx, deps, {
      orderId,
      before: locked.lines,
      after: plan.lines,
      isRestocked: restock,
      sold: deps.catalogue().products,
    });
    const [from, to] = [textOf(deps, locked.lines), textOf(deps, plan.lines)];
    const sums = {
      difference: centsToText(plan.differenceCents),
      refund: centsToText(refundCents),
      ask: centsToText(asks ? asked.amountCents : 0),
    };
    await writeItems(tx, deps, locked, items, { from, to, ...sums, ...press });
    if (mail) await enqueueEmails(tx, deps, [mail]);
    if (asks) await addAsked(tx, deps, { ...locked, ...items }, asked, { notify });
    const refund = { key, amountCents: refundCents, reason: `${from} → ${to}`, restock };
    return { ended, refund: refundCents > 0 ? await addItemsRefund(tx, deps, locked, refund) : null };
  });
  if (written?.ended) await closeEnded(deps, written.ended);
  if (written?.refund) await sendParts(deps, written.refund, { isRepeated: false });
}

/**
 * What the buyer can be asked for with a plan: its difference, and the price in an open request, which it replaces. An
 * earlier difference that was let go stays so.
 */
async function askOf(
  deps: PlanDeps,
  order: OrderRow,
  plan: ItemsPlan,
): Promise<{ asked: Asked; replacedCents: number }> {
  const newest = await findNewestOwed(deps.db, order.id);
  const replacedCents = priceOf(newest?.state === 'open' ? newest : null);
  const most = plan.differenceCents + replacedCents;
  const asked = most > 0 && (await askableOf(deps, { ...order, ...itemsOf(order, plan) }, most));
  const none = { amountCents: 0, taxCents: 0, taxes: null };
  return { asked: asked && asked.amountCents >= MIN_OWED_CENTS ? asked : none, replacedCents };
}

const priceOf = (owed: OwedRow | null) => (owed ? owed.amountCents - owed.taxCents : 0);

/** @throws AppError `idempotency_key_reused` another body was sent under the key */
async function wasPressed(db: Executor, orderId: string, { key, body }: { key: string; body: string }) {
  const events = await listEvents(db, orderId);
  const known = events.find(({ kind, detail }) => kind === 'items' && detail.key === key);
  if (known && known.detail.body !== body) throw new AppError('idempotency_key_reused');
  return known !== undefined;
}

/** @throws AppError `items_fixed` · `person_erased` */
async function requireChangeable(db: Executor, order: OrderRow): Promise<void> {
  if (isErased(order.email)) throw new AppError('person_erased');
  const { labels } = await getLabels({ db }, order);
  const hasLabel = labels.some(({ state }) => state === 'requested' || state === 'bought');
  const isLeaving = !isToProcess(order) || order.trackingNumber !== null || hasLabel;
  if (isLeaving || isDisputeOpen(order.disputeStatus)) throw new AppError('items_fixed');
}

/** The refund of a plan: at most what is left of the payment. */
const refundCentsOf = async (db: Executor, order: OrderRow, { refundCents }: ItemsPlan) =>
  Math.min(refundCents, await refundableOf(db, order));

/** Products that were not in the order may be ones that the heat rules hold back. */
function requireAddedTravel(deps: PlanDeps, order: OrderRow, { lines }: ItemsPlan): void {
  const added = lines.filter(({ id }) => order.lines.every((line) => line.id !== id));
  if (added.length > 0) requireTravel(deps, { ...order, lines: added }, order, deps.config.ownerLanguage);
}

function itemsOf(order: OrderRow, { lines, taxes, after }: ItemsPlan) {
  return {
    lines,
    taxes,
    discount: centsToText(after.discountCents),
    tax: centsToText(after.taxCents),
    difference: centsToText(centsOf(order.totalAmount) - after.totalCents),
  };
}

const textOf = ({ config }: PlanDeps, lines: readonly OrderLine[]) =>
  lines.map((line) => `${line.quantity} x ${lineNameIn(line, config.ownerLanguage)}`).join(', ');

function prepareMail(
  deps: PlanDeps,
  order: OrderRow,
  { key, refundCents }: { key: string; refundCents: number },
): Promise<PreparedEmail> {
  const language = order.preferredLanguage;
  const { products } = deps.catalogue();
  return prepareEmail(deps, {
    templateKey: 'order_change',
    language,
    to: order.email,
    values: changeEmailValues(deps, order, refundCents, { language, products }),
    orderId: order.id,
    dedupeKey: `order_change:${order.id}:${key}`,
  });
}
