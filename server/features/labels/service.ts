import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, errorText } from '#server/errors.ts';
import { addressOf, recordOrderEvent, recordParcel } from '#server/features/orders/parcel-events.ts';
import { listEvents, lockOrder, type OrderRow } from '#server/features/orders/service.ts';
import { addTracking, removeLockedTracking, undoTracking } from '#server/features/orders/tracking.ts';
import { packParcels } from '#server/features/shipping/parcels.ts';
import type { Language } from '#shared/core/language.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import { correctionOf } from '#shared/orders/change.ts';
import { linesToSend, orderNumber } from '#shared/orders/orders.ts';
import type { Carrier } from '#shared/shipping/carriers.ts';
import {
  itemsWithoutLabel,
  type Label,
  type LabelInput,
  type LabelItem,
  type LabelOffers,
  type LabelOffersInput,
  type LabelSize,
  type PressedLabel,
  unusedLabels,
} from '#shared/shipping/labels.ts';
import { joinTrackingNumbers, trackingNumbersOf } from '#shared/shipping/tracking.ts';
import type { BoughtLabel, LabelCarrier, LabelFacts, Refusal } from './carrier.ts';
import { chooseRate } from './choose-rate.ts';
import { joinPdfs } from './join-pdfs.ts';
import {
  type LabelPlan,
  listOffers,
  listOffersForAll,
  paidService,
  parcelsOf,
  planLabels,
  requestOf,
  takeOffer,
  toItems,
} from './offers.ts';
import type { LabelRow } from './repository.ts';
import * as repository from './repository.ts';

export type LabelDeps = BaseDeps & { carrier: LabelCarrier };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A purchase takes at most two calls of 20 s; after this time a label without an answer is looked up. */
const FIRST_CHECK_MS = MINUTE_MS;
/** How late a purchase may still arrive at the carrier; afterwards the owner may try again. */
const UNANSWERED_MS = 10 * MINUTE_MS;
/** How long an abandoned purchase is looked for, so that none is paid and lost. */
const SEARCHED_MS = 2 * DAY_MS;
const FIRST_TRACK_MS = HOUR_MS;
const TRACK_EVERY_MS = 2 * HOUR_MS;
const TRACKED_MS = 45 * DAY_MS;
const DUE_LIMIT = 50;

/**
 * The current offers for an order, from its carrier or table. Buys nothing.
 *
 * @throws AppError `not_found` · `label_canceled` · `label_tracked` · `rates_failed` · `rates_timeout`
 */
export async function listLabelOffers(
  deps: LabelDeps,
  orderId: string,
  { parcel: measured }: LabelOffersInput,
): Promise<LabelOffers> {
  const size = await repository.readLabelSize(deps.db);
  const { order, rows } = await readOrderWithLabels(deps, orderId);
  const left = itemsLeft(order, rows);
  requireUnshipped(order);
  const parcels = parcelsOf(deps, left.length > 0 ? left : linesToSend(order.lines), measured);
  if (!parcels) return { offers: [], failure: 'product_gone', parcels: 1, parcel: null, size };
  const [parcel = null, ...others] = parcels.flatMap(packParcels);
  const found = ofOneCarrier(await listOffersForAll(deps, order, parcels), rows);
  const offers = 'refused' in found ? [] : found;
  const chosen = chooseRate(offers, paidService(order));
  return {
    offers: offers.map((offer) => {
      const { carrier, service, costCents, days } = offer;
      return { carrier, service, cost: centsToText(costCents), days, isChosen: offer === chosen };
    }),
    failure: 'refused' in found ? found.refused : null,
    parcels: parcels.length,
    parcel: others.length === 0 ? parcel : null,
    size,
  };
}

/**
 * Buys a shipping label for each parcel of an order that has none. After the last one, it sets the tracking numbers and
 * mails the customer, as "Ship" does. The rows are stored first, and the carrier is asked to sell once per row. So one
 * request buys at most one label per parcel, even if answers are lost or late, and a bought label is found again (N13).
 *
 * @param key the idempotency key, if the caller sent one
 * @param input what to buy; by default the customer's service, or else the cheapest
 * @returns the labels as one, `requested` while an answer of the carrier is unknown; the same while every parcel has
 * one
 * @throws AppError `not_found` · `label_canceled` · `label_tracked`; for several parcels also `rates_failed` ·
 * `rates_timeout`
 */
export async function buyLabel(
  deps: LabelDeps,
  orderId: string,
  key: string | undefined,
  { size, maxCost, ...wanted }: LabelInput = {},
): Promise<{ label: PressedLabel; isNew: boolean }> {
  const mostCents = maxCost === undefined ? undefined : centsOf(maxCost);
  let plan: LabelPlan | undefined;
  for (;;) {
    const begun = await deps.db.transaction((tx) => beginPress(tx, deps, orderId, { key, size, plan }));
    if (!('left' in begun)) {
      const { rows, isNew } = begun;
      const answered = isNew ? await Promise.all(rows.map((row) => carryOn(deps, row))) : rows;
      return { label: toPressed(answered), isNew };
    }
    plan = await planLabels(deps, begun.order, begun.left, { ...wanted, mostCents });
  }
}

type Press = { key: string | undefined; size: LabelSize | undefined; plan: LabelPlan | undefined };

/** @returns the rows of the request, or the items to plan first: nothing was planned, or the items have changed */
async function beginPress(
  tx: Executor,
  deps: LabelDeps,
  orderId: string,
  { key, size, plan }: Press,
): Promise<{ rows: LabelRow[]; isNew: boolean } | { order: OrderRow; left: LabelItem[] }> {
  const order = await lockOrder(tx, orderId);
  const rows = await repository.listLabels(tx, orderId);
  const known = rows.filter(({ pressKey }) => pressKey !== null && pressKey === key);
  if (known.length > 0) return { rows: known, isNew: false };
  const open = rows.filter(isOpen);
  const left = itemsLeft(order, rows);
  if (open.length > 0 && left.length === 0) return { rows: open, isNew: false };
  requireUnshipped(order);
  if (!plan || !isDeepStrictEqual(plan.items, left)) return { order, left };
  const createdAt = deps.clock.now();
  if (size) await repository.keepLabelSize(tx, size, createdAt);
  const common = {
    orderId,
    pressKey: key ?? null,
    provider: deps.carrier.name,
    size: size ?? (await repository.readLabelSize(tx)),
    createdAt,
  };
  if ('refused' in plan) {
    const refused = { ...common, state: 'failed' as const, failure: plan.refused };
    return { rows: [await repository.insertLabel(tx, refused)], isNew: true };
  }
  const nextCheckAt = new Date(createdAt.getTime() + FIRST_CHECK_MS);
  const inserted: LabelRow[] = [];
  for (const asked of plan.asked) {
    const parcel = freeParcel([...open, ...inserted]);
    inserted.push(await repository.insertLabel(tx, { ...common, parcel, asked, nextCheckAt }));
  }
  return { rows: inserted, isNew: true };
}

/** The first index without an open label. */
function freeParcel(open: readonly LabelRow[], from = 0): number {
  return open.some(({ parcel }) => parcel === from) ? freeParcel(open, from + 1) : from;
}

function readOrderWithLabels(
  { db }: Pick<LabelDeps, 'db'>,
  orderId: string,
): Promise<{ order: OrderRow; rows: LabelRow[] }> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    return { order, rows: await repository.listLabels(tx, orderId) };
  });
}

/**
 * The offers of the carrier of the order's other parcels, because all tracking numbers of an order have one carrier.
 */
function ofOneCarrier<T extends { carrier: string }>(found: T[] | Refusal, others: readonly LabelRow[]): T[] | Refusal {
  if ('refused' in found) return found;
  const taken = others.find((row) => isOpen(row) && row.carrier !== null)?.carrier;
  const offers = found.filter(({ carrier }) => taken === undefined || carrier === taken);
  return offers.length > 0 ? offers : { refused: 'no_rate' };
}

/** The items without an open label; a label of an earlier version covers the whole order. */
function itemsLeft(order: OrderRow, rows: readonly LabelRow[]): LabelItem[] {
  const open = rows.filter(isOpen).map(({ asked }) => ({ items: asked?.items ?? null }));
  return itemsWithoutLabel(toItems(linesToSend(order.lines)), open);
}

/**
 * Requests the refund of a label, and removes its tracking number from the order, which is to ship again. Idempotent.
 *
 * @returns the label, `void_requested` until the carrier has confirmed; `bought` again when it refused
 * @throws AppError `not_found` · `label_not_bought`
 */
export async function voidLabel(deps: LabelDeps, orderId: string, labelId: string): Promise<Label> {
  const { row, isNew } = await deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const found = await repository.findLabel(tx, orderId, labelId);
    if (!found) throw new AppError('not_found');
    if (found.state === 'void_requested' || found.state === 'voided') return { row: found, isNew: false };
    if (found.state !== 'bought') throw new AppError('label_not_bought');
    return { row: await beginVoid(tx, deps, found), isNew: true };
  });
  if (isNew) await takeNumber(deps, row);
  return toWire(isNew ? await carryOn(deps, row) : row);
}

/** The unused labels of a locked order, as `unusedLabels` defines them. */
export async function listUnusedLabels(tx: Executor, order: OrderRow): Promise<LabelRow[]> {
  const rows = await repository.listLabels(tx, order.id);
  return unusedLabels(rows, order.trackingNumber, await listEvents(tx, order.id));
}

/**
 * Runs in the transaction that cancels the order: marks unused labels for refund, and removes their numbers from the
 * order with the waiting mail. The carrier is asked afterwards, by `carryOnVoids` or the next pass.
 */
export async function voidWithOrder(
  tx: Executor,
  deps: LabelDeps,
  order: OrderRow,
  unused: readonly LabelRow[],
): Promise<LabelRow[]> {
  await removeLockedTracking(tx, deps, order);
  const begun: LabelRow[] = [];
  for (const label of unused) begun.push(await beginVoid(tx, deps, label));
  return begun;
}

/** Asks the carrier to refund labels whose void has begun. An error leaves a label for the next pass. */
export async function carryOnVoids(deps: LabelDeps, begun: readonly LabelRow[]): Promise<void> {
  await Promise.all(begun.map((label) => carryOn(deps, label)));
}

/** The labels of an order, oldest first. */
export async function getLabels({ db }: Pick<LabelDeps, 'db'>, { id }: { id: string }): Promise<{ labels: Label[] }> {
  return { labels: (await repository.listLabels(db, id)).map(toWire) };
}

/** The PDF of a label; read from the carrier if it is not stored yet. @throws AppError `not_found` */
export async function getLabelPdf(deps: LabelDeps, orderId: string, labelId: string): Promise<Buffer> {
  const row = await repository.findLabel(deps.db, orderId, labelId);
  if (!row || factsOf(row) === null) throw new AppError('not_found');
  return (await repository.readPieces(deps.db, labelId)) ?? keepPdf(deps, row);
}

/**
 * The usable labels of these orders as one PDF, in their order; orders without one are omitted. A label that cannot be
 * read is replaced by a page that names its order.
 *
 * @throws AppError `not_found` none of them has one · `label_unjoined` none can be read
 */
export async function getLabelsPdf(deps: LabelDeps, orderIds: readonly string[], language: Language): Promise<Buffer> {
  const rows = await repository.listBoughtLabels(deps.db, orderIds);
  const ordered = orderIds.flatMap((orderId) => rows.filter((row) => row.orderId === orderId));
  if (ordered.length === 0) throw new AppError('not_found');
  const files: Buffer[] = [];
  for (const row of ordered)
    files.push((await repository.readPieces(deps.db, row.id)) ?? (await readOrNothing(deps, row)));
  return joinPdfs(files, (i) =>
    errorText('label_left_out', language, { number: orderNumber(ordered[i]?.orderId ?? '') }),
  );
}

/** A label that cannot be read now must not prevent the others from being printed. */
async function readOrNothing(deps: LabelDeps, row: LabelRow): Promise<Buffer> {
  try {
    return await keepPdf(deps, row);
  } catch (error) {
    deps.log.warn({ event: 'label_unread', err: error, labelId: row.id }, 'a label could not be read for printing');
    return Buffer.alloc(0);
  }
}

/** Continues labels with unfinished work, and tracks parcels. Safe on several instances. */
export async function resumeLabels(deps: LabelDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const later = (row: LabelRow) => {
    const ageMs = now.getTime() - row.createdAt.getTime();
    return new Date(now.getTime() + Math.min(HOUR_MS, Math.max(FIRST_CHECK_MS, ageMs / 4)));
  };
  const claim = { provider: deps.carrier.name, now, limit: DUE_LIMIT };
  for (const row of await repository.claimDue(deps.db, { ...claim, next: later })) {
    if (signal?.aborted) return;
    await carryOn(deps, row);
  }
  const next = () => new Date(now.getTime() + TRACK_EVERY_MS);
  for (const row of await repository.claimUntracked(deps.db, { ...claim, next })) {
    if (signal?.aborted) return;
    await trackParcel(deps, row);
  }
}

/** Makes the next pass track parcels with this number. */
export function trackSoon({ db, clock }: Pick<LabelDeps, 'db' | 'clock'>, trackingNumber: string): Promise<void> {
  return repository.trackSoon(db, trackingNumber, clock.now());
}

/** Continues the work of a label in its state. An error of the carrier leaves it unchanged for the next pass. */
async function carryOn(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  if (row.provider !== deps.carrier.name) return row;
  try {
    if (row.state === 'void_requested') return await carryOnVoid(deps, row);
    if (row.state === 'bought') return await finish(deps, row);
    if (row.state === 'requested' && row.askedAt === null) return await purchaseLabel(deps, row);
    if (row.askedAt !== null) return await lookUp(deps, row, row.askedAt);
  } catch (error) {
    const { id: labelId, orderId, state } = row;
    deps.log.warn({ event: 'label_unanswered', err: error, labelId, orderId, state }, 'a label is asked about again');
  }
  return row;
}

async function purchaseLabel(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  if (deps.clock.now().getTime() - row.createdAt.getTime() > UNANSWERED_MS) {
    // Given up: a purchase later on could add a second label to one that the owner has bought in the meantime.
    return recordAnswer(deps, row, { refused: 'unanswered' });
  }
  const { order, rows } = await readOrderWithLabels(deps, row.orderId);
  const { items, parcel } = row.asked ?? {};
  const [lines, ...others] = parcelsOf(deps, items ?? linesToSend(order.lines), parcel) ?? [];
  if (!lines) return recordAnswer(deps, row, { refused: 'product_gone' }, order);
  // It has become heavier since the request.
  if (others.length > 0) return recordAnswer(deps, row, { refused: 'too_heavy' }, order);
  const otherLabels = rows.filter(({ id }) => id !== row.id);
  const offers = ofOneCarrier(await listOffers(deps, requestOf(order, lines)), otherLabels);
  const offer = 'refused' in offers ? offers : takeOffer(offers, row.asked ?? {}, order);
  if ('refused' in offer) return recordAnswer(deps, row, offer, order);
  const { carrier, service, costCents } = offer;
  const asked = { carrier, service, costCents, askedAt: deps.clock.now() };
  const claimed = await repository.claimPurchase(deps.db, row.id, asked);
  if (!claimed) return (await repository.findLabel(deps.db, row.orderId, row.id)) ?? row;
  return recordAnswer(deps, claimed, await deps.carrier.buy(row.id, offer, row.size), order);
}

/** A purchase without an answer is never repeated, because it may still succeed. */
async function lookUp(deps: LabelDeps, row: LabelRow, askedAt: Date): Promise<LabelRow> {
  const found = await deps.carrier.find(row.id, askedAt);
  if (found) return recordAnswer(deps, row, found);
  const ageMs = deps.clock.now().getTime() - askedAt.getTime();
  return deps.db.transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const current = (await repository.findLabel(tx, row.orderId, row.id)) ?? row;
    if (current.state === 'requested' && ageMs > UNANSWERED_MS) {
      return repository.updateLabel(tx, row.id, { state: 'failed', failure: 'unanswered' });
    }
    if (current.state === 'failed' && ageMs > SEARCHED_MS) {
      return repository.updateLabel(tx, row.id, { nextCheckAt: null });
    }
    return current;
  });
}

/** Stores the carrier's answer. @param asked the order at the time of the request */
async function recordAnswer(
  deps: LabelDeps,
  row: LabelRow,
  answer: BoughtLabel | Refusal,
  asked?: OrderRow,
): Promise<LabelRow> {
  const stored = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const rows = await repository.listLabels(tx, row.orderId);
    const current = rows.find(({ id }) => id === row.id) ?? row;
    if (current.providerLabelId !== null) return current;
    if ('refused' in answer) {
      if (current.state !== 'requested') return current;
      return repository.updateLabel(tx, row.id, { state: 'failed', failure: answer.refused, nextCheckAt: null });
    }
    const now = deps.clock.now();
    const isChanged = asked !== undefined && !isDeepStrictEqual(correctionOf(asked), correctionOf(order));
    const bought = await repository.updateLabel(tx, row.id, {
      providerLabelId: answer.id,
      trackingNumber: answer.trackingNumber,
      failure: isChanged ? 'address_changed' : null,
      nextCheckAt: now,
    });
    await recordOrderEvent(tx, deps, row.orderId, 'label', eventOf(bought, 'bought'));
    // The label is not needed if it came too late and was replaced, or if the order was canceled or shipped by hand.
    const isNeeded = isWanted(order, rows, row) && order.status !== 'cancelled' && order.trackingNumber === null;
    if (!isNeeded) return beginVoid(tx, deps, bought);
    return repository.updateLabel(tx, row.id, {
      state: 'bought',
      nextTrackAt: new Date(now.getTime() + FIRST_TRACK_MS),
    });
  });
  deps.log.info({ event: 'label', labelId: row.id, orderId: row.orderId, state: stored.state }, 'a label was answered');
  return stored.state === 'bought' || stored.state === 'void_requested' ? carryOn(deps, stored) : stored;
}

/** Stores the PDF, and, once all parcels of the order have a label, the tracking numbers with the mail. */
async function finish(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  const facts = factsOf(row);
  if (row.nextCheckAt === null || !facts) return row;
  const trackingNumber = await readNumbers(deps, row.orderId);
  if (trackingNumber !== null) {
    await addTracking(deps, row.orderId, { trackingNumber, carrier: facts.carrier as Carrier, version: undefined });
  }
  if (!row.hasPdf) await keepPdf(deps, row);
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const current = (await repository.findLabel(tx, row.orderId, row.id)) ?? row;
    if (current.state === 'bought') return repository.updateLabel(tx, row.id, { nextCheckAt: null });
    // Its void has begun meanwhile, so the number is removed again.
    if (hasNumber(order, facts.trackingNumber)) await undoTracking(tx, deps, order);
    return current;
  });
}

/** The tracking numbers of an order whose parcels all have labels; `null` until then. */
async function readNumbers(deps: Pick<LabelDeps, 'db'>, orderId: string): Promise<string | null> {
  const { order, rows } = await readOrderWithLabels(deps, orderId);
  const open = rows.filter(isOpen).sort((a, b) => a.parcel - b.parcel);
  const numbers = open.flatMap(({ state, trackingNumber }) => (state === 'bought' && trackingNumber) || []);
  const isComplete = numbers.length === open.length && itemsLeft(order, rows).length === 0;
  return isComplete && numbers.length > 0 ? joinTrackingNumbers(numbers) : null;
}

async function keepPdf(deps: LabelDeps, row: LabelRow): Promise<Buffer> {
  const facts = factsOf(row);
  if (!facts) throw new AppError('not_found');
  const order = await deps.db.transaction((tx) => lockOrder(tx, row.orderId));
  const file = await deps.carrier.readPdf(facts, addressOf(order));
  await deps.db.transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    // Two readers may store it at the same time: the first one wins.
    if (await repository.readPieces(tx, row.id)) return;
    await repository.keepPdf(tx, row.id, file);
    await repository.updateLabel(tx, row.id, { hasPdf: true });
  });
  return file;
}

async function beginVoid(tx: Executor, deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  await recordOrderEvent(tx, deps, row.orderId, 'label', eventOf(row, 'void_requested'));
  return repository.updateLabel(tx, row.id, {
    state: 'void_requested',
    failure: null,
    nextTrackAt: null,
    nextCheckAt: new Date(deps.clock.now().getTime() + FIRST_CHECK_MS),
  });
}

/**
 * Removes the label's number from its order, with those of its other parcels and the waiting mail. An order that they
 * set to shipped is to ship again.
 */
async function takeNumber(deps: LabelDeps, { orderId, trackingNumber }: LabelRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (hasNumber(order, trackingNumber)) await undoTracking(tx, deps, order);
  });
}

async function carryOnVoid(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  const facts = factsOf(row);
  if (!facts) return row;
  const { id, state } = await deps.carrier.voidLabel(facts, row.providerVoidId);
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const rows = await repository.listLabels(tx, row.orderId);
    const current = rows.find((each) => each.id === row.id) ?? row;
    if (current.state !== 'void_requested') return current;
    if (state === 'pending') return repository.updateLabel(tx, row.id, { providerVoidId: id });
    const event = eventOf(row, state === 'voided' ? 'voided' : 'void_refused');
    await recordOrderEvent(tx, deps, row.orderId, 'label', event);
    if (state === 'voided') {
      return repository.updateLabel(tx, row.id, { state: 'voided', providerVoidId: id, nextCheckAt: null });
    }
    // It is usable again, unless there is another one now.
    return repository.updateLabel(tx, row.id, {
      ...(isWanted(order, rows, row) && { state: 'bought' }),
      failure: 'void_refused',
      nextCheckAt: null,
    });
  });
}

async function trackParcel(deps: LabelDeps, row: LabelRow): Promise<void> {
  const facts = factsOf(row);
  if (!facts) return;
  try {
    const now = deps.clock.now();
    const seen = await deps.carrier.track(facts, now);
    const isOver =
      seen.some(({ state }) => state === 'delivered' || state === 'returned') ||
      now.getTime() - row.createdAt.getTime() > TRACKED_MS;
    await deps.db.transaction(async (tx) => {
      await recordParcel(tx, deps, row.orderId, facts.trackingNumber, seen);
      if (isOver) await repository.updateLabel(tx, row.id, { nextTrackAt: null });
    });
  } catch (error) {
    deps.log.warn({ event: 'parcel_unread', err: error, labelId: row.id }, 'a parcel is asked about again');
  }
}

/** @throws AppError `label_canceled` · `label_tracked` */
function requireUnshipped({ status, trackingNumber }: OrderRow): void {
  if (status === 'cancelled') throw new AppError('label_canceled');
  if (trackingNumber !== null) throw new AppError('label_tracked');
}

const isOpen = ({ state }: LabelRow) => state === 'requested' || state === 'bought';
const hasNumber = (order: OrderRow, number: string | null) =>
  number !== null && trackingNumbersOf(order.trackingNumber).includes(number);

/** Whether something in the parcel of this label has no other label. */
function isWanted(order: OrderRow, rows: readonly LabelRow[], row: LabelRow): boolean {
  const others = rows.filter(({ id }) => id !== row.id);
  if (others.some((other) => other.parcel === row.parcel && isOpen(other))) return false;
  const items = row.asked?.items;
  return itemsLeft(order, others).some(({ id }) => items === undefined || items.some((item) => item.id === id));
}

/** `null` when nothing was bought. */
function factsOf(row: LabelRow): LabelFacts | null {
  const { id, providerLabelId, carrier, service, trackingNumber, size, createdAt } = row;
  if (providerLabelId === null || trackingNumber === null) return null;
  return { id, providerLabelId, carrier: carrier ?? '', service: service ?? '', trackingNumber, size, createdAt };
}

function eventOf({ carrier, service, costCents, trackingNumber }: LabelRow, state: string) {
  return { state, carrier, service, cost: costCents === null ? null : centsToText(costCents), trackingNumber };
}

/** Combines the labels of one request into one answer. */
function toPressed(rows: readonly LabelRow[]): PressedLabel {
  const labels = rows.map(toWire);
  const [first] = labels;
  if (!first) throw new Error('A press has no label');
  const bought = labels.filter(({ state }) => state === 'bought');
  const counts = { parcels: labels.length, bought: bought.length };
  if (labels.length === 1) return { ...first, ...counts };
  const cents = rows.reduce((sum, { state, costCents }) => sum + (state === 'bought' ? (costCents ?? 0) : 0), 0);
  const open = labels.find(({ state }) => state === 'requested') ?? labels.find(({ state }) => state === 'failed');
  return {
    ...(open ?? first),
    cost: bought.length > 0 ? centsToText(cents) : null,
    trackingNumber: joinTrackingNumbers(bought.flatMap(({ trackingNumber }) => trackingNumber ?? [])) || null,
    ...counts,
  };
}

function toWire(row: LabelRow): Label {
  const {
    parcel,
    asked,
    id,
    state,
    carrier,
    service,
    costCents,
    trackingNumber,
    failure,
    size,
    hasPdf,
    provider,
    createdAt,
  } = row;
  return {
    id,
    parcel,
    items: asked?.items ?? null,
    state,
    carrier,
    service,
    cost: costCents === null ? null : centsToText(costCents),
    trackingNumber,
    failure,
    size,
    hasPdf,
    isSample: provider === 'table',
    createdAt: createdAt.toISOString(),
  };
}
