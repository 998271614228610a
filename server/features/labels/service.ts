import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, errorText } from '#server/errors.ts';
import {
  addressOf,
  hasParcelMoved,
  lockOrder,
  type OrderRow,
  recordOrderEvent,
  recordParcel,
} from '#server/features/orders/service.ts';
import { addTracking, removeLockedTracking, undoTracking } from '#server/features/orders/tracking.ts';
import { measuredLines, packParcels } from '#server/features/shipping/parcels.ts';
import type { Parcel } from '#server/features/shipping/rate-source.ts';
import { heatOf } from '#server/features/shipping/service.ts';
import { toProduct } from '#shared/brand-products.ts';
import type { Carrier } from '#shared/carriers.ts';
import { parcelName } from '#shared/gift.ts';
import type { Label, LabelInput, LabelOffers, LabelOffersInput, MeasuredParcel } from '#shared/labels.ts';
import type { Language } from '#shared/language.ts';
import { centsToText, textToCents } from '#shared/money.ts';
import { correctionOf } from '#shared/order-change.ts';
import { itemsToSend, orderNumber } from '#shared/orders.ts';
import { FAST_DAYS } from '#shared/shipping-rules.ts';
import type { BoughtLabel, LabelCarrier, LabelFacts, LabelOffer, LabelRequest, Refusal } from './carrier.ts';
import { chooseRate, findOffer } from './choose-rate.ts';
import { joinPdfs } from './join-pdfs.ts';
import type { LabelRow } from './repository.ts';
import * as repository from './repository.ts';

export type LabelDeps = BaseDeps & { carrier: LabelCarrier };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A purchase takes at most two calls of 20 s; afterwards a label without an answer is asked about. */
const FIRST_CHECK_MS = MINUTE_MS;
/** So long a purchase may arrive at the carrier late; then the owner may press again. */
const UNANSWERED_MS = 10 * MINUTE_MS;
/** So long a purchase that was given up is looked for, so that none is paid and lost. */
const SEARCHED_MS = 2 * DAY_MS;
const FIRST_TRACK_MS = HOUR_MS;
const TRACK_EVERY_MS = 2 * HOUR_MS;
const TRACKED_MS = 45 * DAY_MS;
const DUE_LIMIT = 50;

/**
 * What can be bought for an order, as its carrier or table offers it now. Buys nothing.
 *
 * @throws AppError `not_found` · `label_canceled` · `label_tracked` · `rates_failed` · `rates_timeout`
 */
export async function listLabelOffers(
  deps: LabelDeps,
  orderId: string,
  { parcel: measured }: LabelOffersInput,
): Promise<LabelOffers> {
  const size = await repository.readLabelSize(deps.db);
  const { order, request } = await readRequest(deps, orderId, measured);
  requireUnshipped(order);
  if (!request) return { offers: [], failure: 'product_gone', parcel: null, size };
  const [parcel = null, ...others] = packParcels(request.parcel.lines);
  const found = await listOffers(deps, request);
  const offers = 'refused' in found ? [] : found;
  const chosen = chooseRate(offers, paidService(order));
  return {
    offers: offers.map((offer) => {
      const { carrier, service, costCents, days } = offer;
      return { carrier, service, cost: centsToText(costCents), days, isChosen: offer === chosen };
    }),
    failure: 'refused' in found ? found.refused : null,
    parcel: others.length === 0 ? parcel : null,
    size,
  };
}

/**
 * Buys one shipping label for an order, sets its tracking number and mails the customer, as "Ship" does. The row is written
 * first, and the carrier is asked to sell once for each row: whatever is lost or comes late, one press is at most one label,
 * and a label that was bought is found again (N13).
 *
 * @param key of the press, if the caller sent one
 * @param input what to buy; without it the service that the customer chose, or else the cheapest
 * @returns the label, `requested` while the carrier's answer is unknown; the same one while the order has one
 * @throws AppError `not_found` · `label_canceled` · `label_tracked`
 */
export async function buyLabel(
  deps: LabelDeps,
  orderId: string,
  key: string | undefined,
  { service, carrier, maxCost, parcel, size }: LabelInput = {},
): Promise<{ label: Label; isNew: boolean }> {
  const { row, isNew } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const rows = await repository.listLabels(tx, orderId);
    const known = (key !== undefined && rows.find(({ pressKey }) => pressKey === key)) || rows.find(isOpen);
    if (known) return { row: known, isNew: false };
    requireUnshipped(order);
    const createdAt = deps.clock.now();
    if (size) await repository.keepLabelSize(tx, size, createdAt);
    const mostCents = maxCost === undefined ? undefined : (textToCents(maxCost) ?? undefined);
    const inserted = await repository.insertLabel(tx, {
      orderId,
      pressKey: key ?? null,
      provider: deps.carrier.name,
      asked: { service, carrier, mostCents, parcel },
      size: size ?? (await repository.readLabelSize(tx)),
      nextCheckAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
      createdAt,
    });
    return { row: inserted, isNew: true };
  });
  return { label: toWire(isNew ? await carryOn(deps, row) : row), isNew };
}

/**
 * Asks for the money of a label back, and takes its tracking number from the order, which is to be shipped again.
 * Repeating it changes nothing.
 *
 * @returns the label, `void_requested` until the carrier has said yes; `bought` again when it refused
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

/**
 * The label of a locked order that was bought and that no carrier has seen, so that its money can be had back. `null` too
 * when the order was shipped with another number.
 */
export async function findUnusedLabel(tx: Executor, order: OrderRow): Promise<LabelRow | null> {
  const label = (await repository.listLabels(tx, order.id)).find(({ state }) => state === 'bought');
  if (!label) return null;
  const isOther = order.trackingNumber !== null && order.trackingNumber !== label.trackingNumber;
  if (isOther || (await hasParcelMoved(tx, order.id, label.trackingNumber))) return null;
  return label;
}

/**
 * In the transaction that cancels its order: asks for the money of an unused label back, and takes its number from the order
 * with the mail that waits. The carrier is asked afterwards, by `carryOnVoids` or the next pass.
 */
export async function voidWithOrder(
  tx: Executor,
  deps: LabelDeps,
  order: OrderRow,
  label: LabelRow,
): Promise<LabelRow> {
  await removeLockedTracking(tx, deps, order);
  return beginVoid(tx, deps, label);
}

/** Asks the carrier for the money of a label back whose void has begun. An error leaves it for the next pass. */
export async function carryOnVoids(deps: LabelDeps, label: LabelRow): Promise<void> {
  await carryOn(deps, label);
}

/** The labels of an order, oldest first. */
export async function getLabels({ db }: Pick<LabelDeps, 'db'>, { id }: { id: string }): Promise<{ labels: Label[] }> {
  return { labels: (await repository.listLabels(db, id)).map(toWire) };
}

/** The PDF of a label; read from the carrier where it is not kept yet. @throws AppError `not_found` */
export async function getLabelPdf(deps: LabelDeps, orderId: string, labelId: string): Promise<Buffer> {
  const row = await repository.findLabel(deps.db, orderId, labelId);
  if (!row || factsOf(row) === null) throw new AppError('not_found');
  return (await repository.readPieces(deps.db, labelId)) ?? keepPdf(deps, row);
}

/**
 * The usable labels of these orders as one PDF, in their order; an order without one is left out. In place of a label that
 * cannot be read stands a page that names its order.
 *
 * @throws AppError `not_found` none of them has one · `label_unjoined` none can be read
 */
export async function getLabelsPdf(deps: LabelDeps, orderIds: readonly string[], language: Language): Promise<Buffer> {
  const rows = await repository.listBoughtLabels(deps.db, orderIds);
  const ordered = orderIds.flatMap((orderId) => rows.find((row) => row.orderId === orderId) ?? []);
  if (ordered.length === 0) throw new AppError('not_found');
  const files: Buffer[] = [];
  for (const row of ordered)
    files.push((await repository.readPieces(deps.db, row.id)) ?? (await readOrNothing(deps, row)));
  return joinPdfs(files, (i) =>
    errorText('label_left_out', language, { number: orderNumber(ordered[i]?.orderId ?? '') }),
  );
}

/** What cannot be read from the carrier now keeps no other label from being printed. */
async function readOrNothing(deps: LabelDeps, row: LabelRow): Promise<Buffer> {
  try {
    return await keepPdf(deps, row);
  } catch (error) {
    deps.log.warn({ event: 'label_unread', err: error, labelId: row.id }, 'a label could not be read for printing');
    return Buffer.alloc(0);
  }
}

/** Goes on with labels that have something left to do, and asks where parcels are. Safe on several instances. */
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

/** Has parcels with this number asked about in the next pass. */
export function trackSoon({ db, clock }: Pick<LabelDeps, 'db' | 'clock'>, trackingNumber: string): Promise<void> {
  return repository.trackSoon(db, trackingNumber, clock.now());
}

/** Does what a label's state leaves to do. An error of the carrier leaves it as it is, for the next pass. */
async function carryOn(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  if (row.provider !== deps.carrier.name) return row;
  try {
    if (row.state === 'void_requested') return await carryOnVoid(deps, row);
    if (row.state === 'bought') return await finish(deps, row);
    if (row.state === 'requested' && row.askedAt === null) return await purchase(deps, row);
    if (row.askedAt !== null) return await lookUp(deps, row, row.askedAt);
  } catch (error) {
    const { id: labelId, orderId, state } = row;
    deps.log.warn({ event: 'label_unanswered', err: error, labelId, orderId, state }, 'a label is asked about again');
  }
  return row;
}

async function purchase(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  if (deps.clock.now().getTime() - row.createdAt.getTime() > UNANSWERED_MS) {
    // Nothing was bought, and the owner may have found another way: no purchase out of the blue.
    return record(deps, row, { refused: 'unanswered' });
  }
  const { order, request } = await readRequest(deps, row.orderId, row.asked?.parcel);
  if (!request) return record(deps, row, { refused: 'product_gone' }, order);
  const offers = await listOffers(deps, request);
  const offer = 'refused' in offers ? offers : takeOffer(offers, row, order);
  if ('refused' in offer) return record(deps, row, offer, order);
  const { carrier, service, costCents } = offer;
  const asked = { carrier, service, costCents, askedAt: deps.clock.now() };
  const claimed = await repository.claimPurchase(deps.db, row.id, asked);
  if (!claimed) return (await repository.findLabel(deps.db, row.orderId, row.id)) ?? row;
  return record(deps, claimed, await deps.carrier.buy(row.id, offer, row.size), order);
}

/** What the carrier offers, without the services that the heat forbids today. */
async function listOffers(deps: LabelDeps, request: LabelRequest): Promise<LabelOffer[] | Refusal> {
  const found = await deps.carrier.listOffers(request);
  if ('refused' in found || found.length === 0) return found;
  const { lines, address } = request.parcel;
  const parcel = { lines, address, moment: deps.clock.now() };
  // Of a service without days nobody knows that it is fast enough.
  const cool = found.filter(({ days }) => heatOf(deps, parcel, days ?? FAST_DAYS + 1).verdict === 'ok');
  return cool.length > 0 ? cool : { refused: 'too_hot' };
}

/** What the owner asked for, at no more than she saw. */
function takeOffer(offers: readonly LabelOffer[], { asked }: LabelRow, order: OrderRow): LabelOffer | Refusal {
  const { service, carrier, mostCents } = asked ?? {};
  const offer = service && carrier ? findOffer(offers, { service, carrier }) : chooseRate(offers, paidService(order));
  if (!offer) return { refused: service ? 'service_gone' : 'no_rate' };
  return mostCents !== undefined && offer.costCents > mostCents ? { refused: 'dearer' } : offer;
}

/** A purchase without an answer is never repeated: it may still arrive. */
async function lookUp(deps: LabelDeps, row: LabelRow, askedAt: Date): Promise<LabelRow> {
  const found = await deps.carrier.find(row.id, askedAt);
  if (found) return record(deps, row, found);
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

/** Stores the carrier's answer. @param asked the order as it was when the label was asked for */
async function record(
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
    // It came after it was given up, and there is another by now; or the order was canceled, or shipped by hand.
    const isAlone = !rows.some((other) => other.id !== row.id && isOpen(other));
    const isNeeded = isAlone && order.status !== 'cancelled' && order.trackingNumber === null;
    if (!isNeeded) return beginVoid(tx, deps, bought);
    return repository.updateLabel(tx, row.id, {
      state: 'bought',
      nextTrackAt: new Date(now.getTime() + FIRST_TRACK_MS),
    });
  });
  deps.log.info({ event: 'label', labelId: row.id, orderId: row.orderId, state: stored.state }, 'a label was answered');
  return stored.state === 'bought' || stored.state === 'void_requested' ? carryOn(deps, stored) : stored;
}

/** The tracking number of the order, with its mail, and the PDF. */
async function finish(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  const facts = factsOf(row);
  if (row.nextCheckAt === null || !facts) return row;
  const { trackingNumber, carrier } = facts;
  await addTracking(deps, row.orderId, { trackingNumber, carrier: carrier as Carrier, version: undefined });
  if (!row.hasPdf) await keepPdf(deps, row);
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const current = (await repository.findLabel(tx, row.orderId, row.id)) ?? row;
    if (current.state === 'bought') return repository.updateLabel(tx, row.id, { nextCheckAt: null });
    // Its void has begun meanwhile: the number that was set goes again.
    if (order.trackingNumber === trackingNumber) await undoTracking(tx, deps, order);
    return current;
  });
}

async function keepPdf(deps: LabelDeps, row: LabelRow): Promise<Buffer> {
  const facts = factsOf(row);
  if (!facts) throw new AppError('not_found');
  const order = await deps.db.transaction((tx) => lockOrder(tx, row.orderId));
  const file = await deps.carrier.readPdf(facts, addressOf(order));
  await deps.db.transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    // Two readers may come together: the pieces of the first stay.
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

/** Takes the label's number from its order, with the mail that waits; an order that it made shipped is to be shipped again. */
async function takeNumber(deps: LabelDeps, { orderId, trackingNumber }: LabelRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.trackingNumber === trackingNumber) await undoTracking(tx, deps, order);
  });
}

async function carryOnVoid(deps: LabelDeps, row: LabelRow): Promise<LabelRow> {
  const facts = factsOf(row);
  if (!facts) return row;
  const { id, state } = await deps.carrier.voidLabel(facts, row.providerVoidId);
  return deps.db.transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const rows = await repository.listLabels(tx, row.orderId);
    const current = rows.find((each) => each.id === row.id) ?? row;
    if (current.state !== 'void_requested') return current;
    if (state === 'pending') return repository.updateLabel(tx, row.id, { providerVoidId: id });
    const event = eventOf(row, state === 'voided' ? 'voided' : 'void_refused');
    await recordOrderEvent(tx, deps, row.orderId, 'label', event);
    if (state === 'voided') {
      return repository.updateLabel(tx, row.id, { state: 'voided', providerVoidId: id, nextCheckAt: null });
    }
    // It can be used still, unless there is another one by now.
    const isAlone = !rows.some((other) => other.id !== row.id && isOpen(other));
    return repository.updateLabel(tx, row.id, {
      ...(isAlone && { state: 'bought' }),
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

const paidService = ({ shippingMethod, shippingCarrier }: OrderRow) => ({
  service: shippingMethod,
  carrier: shippingCarrier,
});

/**
 * What the label is for; `request` is `null` when a product of the order is gone, so that nobody knows its weight.
 *
 * @param measured the parcel as the owner has corrected it
 */
async function readRequest(
  deps: LabelDeps,
  orderId: string,
  measured: MeasuredParcel | undefined,
): Promise<{ order: OrderRow; request: LabelRequest | null }> {
  const { order, bought } = await deps.db.transaction(async (tx) => {
    const found = await lockOrder(tx, orderId);
    return { order: found, bought: itemsToSend(found.items) };
  });
  const lines = measured ? measuredLines(measured) : boxesOf(deps, bought);
  if (!lines) return { order, request: null };
  const { addressLine1, addressLine2, city, state, zipCode, phone, email } = order;
  const request = {
    parcel: { lines, address: { addressLine1, addressLine2, city, state, zipCode } },
    recipient: { name: parcelName(order), phone, email },
  };
  return { order, request };
}

/** The packed boxes of an order, as the catalogue has them today. `null`: one of its products is gone, or none is left. */
function boxesOf(
  deps: Pick<LabelDeps, 'catalogue'>,
  bought: readonly { id: string; quantity: number }[],
): Parcel['lines'] | null {
  const { find } = deps.catalogue();
  const lines: Parcel['lines'][number][] = [];
  for (const { id, quantity } of bought) {
    const fields = find(id);
    const product = fields && toProduct(fields);
    if (!product) return null;
    const { name, priceCents, weightOz, parcelInches } = product;
    lines.push({ id, name: name.en, quantity, priceCents, weightOz, parcelInches });
  }
  return lines.length > 0 ? lines : null;
}

const isOpen = ({ state }: LabelRow) => state === 'requested' || state === 'bought';

/** `null` when nothing was bought. */
function factsOf(row: LabelRow): LabelFacts | null {
  const { id, providerLabelId, carrier, service, trackingNumber, size, createdAt } = row;
  if (providerLabelId === null || trackingNumber === null) return null;
  return { id, providerLabelId, carrier: carrier ?? '', service: service ?? '', trackingNumber, size, createdAt };
}

function eventOf({ carrier, service, costCents, trackingNumber }: LabelRow, state: string) {
  return { state, carrier, service, cost: costCents === null ? null : centsToText(costCents), trackingNumber };
}

function toWire(row: LabelRow): Label {
  const { id, state, carrier, service, costCents, trackingNumber, failure, size, hasPdf, provider, createdAt } = row;
  return {
    id,
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
