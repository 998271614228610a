import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { type Component, wholeOnes } from '#shared/catalogue/assortments.ts';
import type { StockChange, StockMovement } from '#shared/catalogue/stock.ts';
import { CROWDED_MINUTES, HOLD_MINUTES, PAYING_MINUTES, shareOf, UNPAID_MINUTES } from '#shared/checkout/hold-times.ts';
import type { Language, Localized } from '#shared/core/language.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { countPieces, findShortLine, namePieces, type Piece, type StockLine } from './pieces.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

export type { StockLine };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOVEMENTS_SHOWN = 50;

/**
 * `onHand` and `available` (less live holds) are `null` for an uncounted product. `isLow`: shoppers see how many are
 * left, or that it is sold out. `isHeld`: all that are left are in other shoppers' carts. `crowdedSince`: since when
 * unpaid holds lock shoppers out.
 */
export type StockLevel = {
  onHand: number | null;
  available: number | null;
  lowAt: number | null;
  isLow: boolean;
  isHeld: boolean;
  crowdedSince: Date | null;
};
export const NOT_COUNTED: StockLevel = {
  onHand: null,
  available: null,
  lowAt: null,
  isLow: false,
  isHeld: false,
  crowdedSince: null,
};

/** A product of the shop; only an assortment has components. */
type SoldProduct = { id: string; name: Localized; components: readonly Component[] };
type WatchedAssortment = SoldProduct & { lowAt: number };

/** The stock of all products that were ever counted, by id. */
export async function listStockLevels({ db, clock }: Deps): Promise<Map<string, StockLevel>> {
  const rows = await repository.listStock(db);
  const now = clock.now();
  const held = rows.some(repository.isCounted) ? await repository.sumHolds(db, now) : new Map();
  return new Map(
    rows.map((row) => {
      const { productId, onHand, lowAt, crowdedSince } = row;
      const available = onHand === null ? null : onHand - keptFrom(row, held.get(productId), now);
      const isLow = available !== null && available <= Math.max(0, lowAt ?? 0);
      const isHeld = onHand !== null && onHand > 0 && available !== null && available <= 0;
      return [productId, { onHand, lowAt, available, isLow, isHeld, crowdedSince }];
    }),
  );
}

/**
 * How many units holds keep from others. If unpaid holds have locked shoppers out for `CROWDED_MINUTES` without a sale,
 * then for the rest of the hour only those with a payment in progress count. So people who never pay cannot block the
 * shop.
 */
function keptFrom(
  { crowdedSince }: Pick<repository.StockRow, 'crowdedSince'>,
  { held, paying }: repository.HoldSums = repository.NO_HOLDS,
  now: Date,
): number {
  return isOverrun(crowdedSince, now) ? paying : held;
}

function isOverrun(crowdedSince: Date | null, now: Date): boolean {
  const minutes = crowdedSince === null ? 0 : (now.getTime() - crowdedSince.getTime()) / MINUTE_MS;
  return minutes >= CROWDED_MINUTES && minutes < UNPAID_MINUTES;
}

/**
 * The stock of an assortment: as many as its components allow. It is low from its own limit down; without a limit, if a
 * component is low.
 */
export function levelOfAssortment(
  { id, components }: { id: string; components: readonly Component[] },
  levels: ReadonlyMap<string, StockLevel>,
): StockLevel {
  const left = new Map([...levels].flatMap(([part, { available }]) => (available === null ? [] : [[part, available]])));
  const available = wholeOnes(components, left);
  const lowAt = levels.get(id)?.lowAt ?? null;
  const isPartLow = lowAt === null && components.some((part) => levels.get(part.id)?.isLow);
  const isLow = available !== null && (available <= Math.max(0, lowAt ?? 0) || isPartLow);
  const lacking = components.filter((part) => (left.get(part.id) ?? part.quantity) < part.quantity);
  const isHeld = lacking.length > 0 && lacking.every(({ id, quantity }) => (levels.get(id)?.onHand ?? 0) >= quantity);
  return { ...NOT_COUNTED, available, lowAt, isLow, isHeld };
}

/**
 * Refuses a cart with insufficient stock, and holds nothing.
 *
 * @param attempt whose own hold does not count
 * @throws AppError `sold_out`
 */
export async function requireStock(
  { db, clock }: Deps,
  lines: readonly StockLine[],
  language: Language,
  attempt: string | undefined,
): Promise<void> {
  const productIds = [...countPieces(lines).keys()];
  const counted = (await repository.listStock(db, productIds)).filter(repository.isCounted);
  if (counted.length === 0) return;
  const now = clock.now();
  const held = await repository.sumHolds(db, now, { productIds, except: attempt });
  await noteRefusal({ db, clock }, async () => requireEnough(lines, { counted, held, now, language }));
}

type HoldRequest = repository.Holder & { attemptKey: string; lines: readonly StockLine[]; language: Language };

/**
 * Holds the units of a checkout for `HOLD_MINUTES`, decided under the locks of their rows, so that no two checkouts get
 * the same unit (N12). All starts of one attempt share one hold, which each start replaces. Units beyond the share of a
 * network or browser are only checked, not held.
 *
 * @returns whether everything is held
 * @throws AppError `sold_out`; the earlier hold stays
 */
export async function holdStock(deps: OutboxDeps, request: HoldRequest): Promise<boolean> {
  const { db, clock } = deps;
  const { attemptKey, lines, language, caller, device } = request;
  const pieces = countPieces(lines);
  const productIds = [...pieces.keys()];
  // Most shops count nothing, or not these products, and need no transaction.
  if (!(await repository.listStock(db, productIds)).some(repository.isCounted)) return true;
  return noteRefusal({ db, clock }, () =>
    db.transaction(async (tx) => {
      const counted = await repository.lockCounted(tx, productIds);
      // Read after the locks are held, so that concurrent holds are visible.
      const now = clock.now();
      const holder = { caller, device };
      const held = await repository.sumHolds(tx, now, { productIds, except: attemptKey, holder });
      requireEnough(lines, { counted, held, now, language });
      const mine = counted.map(({ productId, onHand }) => {
        const { ofHolder } = held.get(productId) ?? repository.NO_HOLDS;
        const most = Math.max(0, shareOf(onHand) - ofHolder);
        return { productId, quantity: Math.min(pieces.get(productId) ?? 0, most) };
      });
      const expiresAt = inMinutes(now, HOLD_MINUTES);
      await repository.replaceHolds(
        tx,
        { attemptKey, ...holder, expiresAt },
        mine.filter(({ quantity }) => quantity > 0),
      );
      await tellCrowded(tx, deps, {
        lines,
        crowded: counted.filter(({ crowdedSince }) => isOverrun(crowdedSince, now)),
      });
      return mine.every(({ productId, quantity }) => quantity === pieces.get(productId));
    }),
  );
}

/**
 * Holds all units of an owner's link until it ends, in the transaction that stores it. They count like a payment in
 * progress, and no share limits them.
 *
 * @throws AppError `sold_out`
 */
export async function holdStockOfLink(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  { attemptKey, lines, language, expiresAt }: Omit<HoldRequest, keyof repository.Holder> & { expiresAt: Date },
): Promise<void> {
  const pieces = countPieces(lines);
  const counted = await repository.lockCounted(tx, [...pieces.keys()]);
  if (counted.length === 0) return;
  const now = clock.now();
  const held = await repository.sumHolds(tx, now, { productIds: [...pieces.keys()], except: attemptKey });
  requireEnough(lines, { counted, held, now, language });
  const mine = counted.map(({ productId }) => ({ productId, quantity: pieces.get(productId) ?? 0 }));
  await repository.replaceHolds(tx, { attemptKey, caller: null, device: null, expiresAt, isPaying: true }, mine);
}

/** One mail to the owner each time that unpaid holds stop counting. */
async function tellCrowded(
  tx: Executor,
  deps: OutboxDeps,
  { lines, crowded }: { lines: readonly StockLine[]; crowded: readonly repository.CountedRow[] },
): Promise<void> {
  if (crowded.length === 0) return;
  const language = deps.config.ownerLanguage;
  const names = new Map(namePieces(lines, language).map(({ id, name }) => [id, name]));
  const mails = crowded.map(({ productId, crowdedSince }) => {
    const values = {
      product: names.get(productId) ?? productId,
      minutes: String(CROWDED_MINUTES),
      admin: `${deps.config.publicUrl}/admin/products`,
    };
    return preparePlainEmail(deps, {
      to: deps.config.ownerEmail,
      language,
      subject: errorText('stock_crowded_subject', language, values),
      body: errorText('stock_crowded_body', language, values),
      dedupeKey: `stock_crowded:${productId}:${crowdedSince?.toISOString()}`,
    });
  });
  await enqueueEmails(tx, deps, mails);
}

type Shelf = {
  counted: readonly repository.CountedRow[];
  held: ReadonlyMap<string, repository.HoldSums>;
  now: Date;
  language: Language;
};

/** @throws AppError `sold_out`; `current` has the number left, and whether others hold it */
function requireEnough(lines: readonly StockLine[], { counted, held, now, language }: Shelf): void {
  const available = new Map(
    counted.map((row) => [row.productId, row.onHand - keptFrom(row, held.get(row.productId), now)]),
  );
  const short = findShortLine(lines, available);
  if (!short) return;
  const { line, left } = short;
  const onHand = new Map(counted.map((row) => [row.productId, row.onHand]));
  if (findShortLine(lines, onHand)?.line === line) {
    const values = { product: line.name, left: String(left) };
    throw new AppError('sold_out', {
      values,
      ...(left > 0 && { words: left === 1 ? 'stock_left_one' : 'stock_left', language }),
    });
  }
  const ends = counted.flatMap(({ productId }) => held.get(productId)?.endsAt?.getTime() ?? []);
  const minutes = Math.max(1, Math.ceil((Math.min(...ends) - now.getTime()) / MINUTE_MS));
  const values = { product: line.name, left: String(left), minutes: String(minutes) };
  const words = left > 0 ? 'stock_held_some' : 'stock_held';
  throw new HeldError([...countPieces([line]).keys()], { values, words, language });
}

/** `sold_out` for now: the units are in other shoppers' carts. */
class HeldError extends AppError {
  readonly productIds: readonly string[];

  constructor(productIds: readonly string[], options: ConstructorParameters<typeof AppError>[1]) {
    super('sold_out', options);
    this.productIds = productIds;
  }
}

/** Records that holds locked a shopper out, once the decision's own transaction has ended. */
async function noteRefusal<T>({ db, clock }: Deps, decide: () => Promise<T>): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    if (error instanceof HeldError) await repository.noteCrowded(db, error.productIds, clock.now());
    throw error;
  }
}

/** Releases what an attempt holds, in one statement with the condition that it is over. */
export const releaseStock = repository.deleteHolds;

/** Extends the hold while the payment of an attempt is in progress. */
export async function prolongStockHold({ db, clock }: Deps, attemptKey: string): Promise<void> {
  const now = clock.now();
  await repository.prolongHolds(db, attemptKey, now, inMinutes(now, PAYING_MINUTES));
}

/**
 * Takes the units of a paid order, in the transaction that writes it. An order is never refused for lack of stock.
 *
 * @param sold the products on sale: the owner also gets mails about their assortments when few are left
 * @returns the products with insufficient stock: the payment came after its hold had ended
 */
export async function takeStock(
  tx: Executor,
  deps: OutboxDeps,
  {
    attemptKey,
    orderId,
    lines,
    sold,
  }: { attemptKey: string; orderId: string; lines: readonly StockLine[]; sold: readonly SoldProduct[] },
): Promise<Piece[]> {
  const pieces = namePieces(lines, deps.config.ownerLanguage);
  const productIds = pieces.map(({ id }) => id);
  const watched = await listWatched(tx, sold, productIds);
  // All their components are locked, so that of two orders with different ones only one crosses the limit.
  const counted = await repository.lockCounted(tx, [...productIds, ...watched.flatMap(partIds)]);
  if (counted.length === 0) return [];
  const now = deps.clock.now();
  const own = await repository.takeHolds(tx, attemptKey, now);
  const held = await repository.sumHolds(tx, now, { productIds });
  const short: Piece[] = [];
  const before = new Map(counted.map((row) => [row.productId, row.onHand]));
  const after = new Map(before);
  for (const row of counted) {
    const piece = pieces.find(({ id }) => id === row.productId);
    if (!piece) continue;
    const isHeld = (own.get(row.productId) ?? 0) >= piece.quantity;
    const kept = keptFrom(row, held.get(row.productId), now);
    if (!isHeld && row.onHand - kept < piece.quantity) short.push(piece);
    const onHand = row.onHand - piece.quantity;
    after.set(row.productId, onHand);
    await move(tx, row, { kind: 'sale', onHand, reason: null, orderId, now });
    if (isCrossed(row.lowAt, row.onHand, onHand)) {
      await tellLow(tx, deps, { product: piece, left: onHand, orderId, body: 'stock_low_body' });
    }
  }
  await tellLowAssortments(tx, deps, { watched, before, after, orderId });
  return short;
}

/** The assortments among these that contain one of the products and have their own limit. */
async function listWatched(
  tx: Executor,
  sold: readonly SoldProduct[],
  productIds: readonly string[],
): Promise<WatchedAssortment[]> {
  const touched = new Map(
    sold.flatMap((product) =>
      partIds(product).some((id) => productIds.includes(id)) ? [[product.id, product] as const] : [],
    ),
  );
  if (touched.size === 0) return [];
  const rows = await repository.listStock(tx, [...touched.keys()]);
  return rows.flatMap(({ productId, lowAt }) => {
    const product = touched.get(productId);
    return product && lowAt !== null ? [{ ...product, lowAt }] : [];
  });
}

const partIds = ({ components }: SoldProduct) => components.map(({ id }) => id);

async function tellLowAssortments(
  tx: Executor,
  deps: OutboxDeps,
  {
    watched,
    before,
    after,
    orderId,
  }: {
    watched: readonly WatchedAssortment[];
    before: ReadonlyMap<string, number>;
    after: ReadonlyMap<string, number>;
    orderId: string;
  },
): Promise<void> {
  for (const { id, name, components, lowAt } of watched) {
    const left = wholeOnes(components, after);
    if (left === null || !isCrossed(lowAt, wholeOnes(components, before), left)) continue;
    const product = { id, name: name[deps.config.ownerLanguage] };
    await tellLow(tx, deps, { product, left, orderId, body: 'stock_low_parts_body' });
  }
}

const isCrossed = (lowAt: number | null, before: number | null, after: number) =>
  lowAt !== null && before !== null && before > lowAt && after <= lowAt;

/** One mail each time the stock falls to the owner's limit. */
async function tellLow(
  tx: Executor,
  deps: OutboxDeps,
  {
    product,
    left,
    orderId,
    body,
  }: {
    product: Pick<Piece, 'id' | 'name'>;
    left: number;
    orderId: string;
    body: 'stock_low_body' | 'stock_low_parts_body';
  },
): Promise<void> {
  const language = deps.config.ownerLanguage;
  const values = {
    product: product.name,
    left: String(Math.max(0, left)),
    admin: `${deps.config.publicUrl}/admin/products`,
  };
  const mail = preparePlainEmail(deps, {
    to: deps.config.ownerEmail,
    language,
    subject: errorText('stock_low_subject', language, values),
    body: errorText(body, language, values),
    dedupeKey: `stock_low:${product.id}:${orderId}`,
  });
  await enqueueEmails(tx, deps, [mail]);
}

/**
 * Returns units of an order to stock, at most what it took and has not returned: repeating it changes nothing more.
 *
 * @param lines with the components that they were sold with; `'all'` for the rest of the order
 */
export async function restock(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  orderId: string,
  lines: readonly Pick<StockLine, 'id' | 'quantity' | 'components'>[] | 'all',
): Promise<void> {
  // The order is locked, so that the same units cannot be returned twice.
  const taken = await repository.sumTaken(tx, orderId);
  const asked = lines === 'all' ? taken : countPieces(lines);
  const back = new Map([...taken].map(([id, quantity]) => [id, Math.min(asked.get(id) ?? 0, quantity)]));
  const now = clock.now();
  for (const row of await repository.lockCounted(tx, [...back.keys()])) {
    const quantity = back.get(row.productId) ?? 0;
    if (quantity <= 0) continue;
    const onHand = row.onHand + quantity;
    await move(tx, row, { kind: 'restock', onHand, reason: orderNumber(orderId), orderId, now });
  }
}

/**
 * Moves the stock of a locked order whose lines change: takes the units that are added, and returns those that are
 * removed.
 *
 * @param isRestocked `false` when the removed units will not be sold again
 * @throws AppError `items_sold_out`
 */
export async function exchangeStock(
  tx: Executor,
  deps: OutboxDeps,
  {
    orderId,
    before,
    after,
    isRestocked,
    sold,
  }: {
    orderId: string;
    before: readonly StockLine[];
    after: readonly StockLine[];
    isRestocked: boolean;
    sold: readonly SoldProduct[];
  },
): Promise<void> {
  const language = deps.config.ownerLanguage;
  const [had, needed] = [countPieces(before), countPieces(after)];
  const added = namePieces(after, language).flatMap((piece) => {
    const quantity = piece.quantity - (had.get(piece.id) ?? 0);
    return quantity > 0 ? [{ ...piece, quantity }] : [];
  });
  const removed = [...had].flatMap(([id, pieces]) => {
    const quantity = pieces - (needed.get(id) ?? 0);
    return quantity > 0 ? [{ id, quantity }] : [];
  });
  // All rows are locked at once and in order: a checkout that takes the same products waits, without a deadlock.
  const moved = [...had.keys(), ...needed.keys()];
  const watched = await listWatched(tx, sold, moved);
  await repository.lockCounted(tx, [...moved, ...watched.flatMap(partIds)]);
  if (isRestocked && removed.length > 0) await restock(tx, deps, orderId, removed);
  if (added.length === 0) return;
  const [short] = await takeStock(tx, deps, { attemptKey: `items:${orderId}`, orderId, lines: added, sold });
  if (short) throw new AppError('items_sold_out', { values: { product: short.name }, language });
}

/**
 * The owner's count: `onHand` is the new number, or `null` to stop counting; `delta` is added to the current number.
 * `from` is the number that the owner saw.
 *
 * @throws AppError `stale_version` the number has changed, given as `current`
 */
export async function countStock(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  productId: string,
  { onHand, delta, lowAt, from, reason = null }: StockChange,
): Promise<void> {
  const row = await repository.lockStock(tx, productId);
  if (from !== undefined && from !== row.onHand)
    throw new AppError('stale_version', { current: { onHand: row.onHand } });
  const now = clock.now();
  if (lowAt !== undefined) await repository.updateStock(tx, productId, { lowAt, updatedAt: now });
  const after = delta === undefined ? onHand : (row.onHand ?? 0) + delta;
  if (after === undefined || after === row.onHand) return;
  // A negative number, when more was paid for than there is, can still be increased, and a change undone.
  if (after !== null && after < 0) {
    const isFit = delta === undefined ? await wasBeforeLastCount(tx, row, after) : delta > 0;
    const path = delta === undefined ? 'onHand' : 'delta';
    if (!isFit) throw new AppError('validation', { issues: [{ path, code: 'quantity_invalid' }] });
  }
  await move(tx, row, { kind: 'count', onHand: after, reason, orderId: null, now });
}

/** Whether the last change was a manual one, from this negative number. */
async function wasBeforeLastCount(
  tx: Executor,
  { productId, onHand }: { productId: string; onHand: number | null },
  before: number,
): Promise<boolean> {
  const [last, earlier] = await repository.listMovements(tx, productId, 2);
  if (last?.kind !== 'count' || last.onHand !== onHand) return false;
  return before === (onHand === null ? earlier?.onHand : onHand - (last.delta ?? 0));
}

async function move(
  tx: Executor,
  { productId, onHand: before }: { productId: string; onHand: number | null },
  change: {
    kind: repository.MovementRow['kind'];
    onHand: number | null;
    reason: string | null;
    orderId: string | null;
    now: Date;
  },
): Promise<void> {
  const { kind, onHand, reason, orderId, now } = change;
  // A sale or a new count restarts the rule for unpaid holds.
  await repository.updateStock(tx, productId, { onHand, crowdedSince: null, updatedAt: now });
  const delta = onHand === null ? null : onHand - (before ?? 0);
  await repository.insertMovements(tx, [{ productId, kind, delta, onHand, reason, orderId, createdAt: now }]);
}

/** The last changes of a product's stock, newest first. */
export async function listStockMovements({ db }: Pick<Deps, 'db'>, productId: string): Promise<StockMovement[]> {
  const rows = await repository.listMovements(db, productId, MOVEMENTS_SHOWN);
  return rows.map(({ id, kind, delta, onHand, reason, orderId, createdAt }) => ({
    id,
    kind,
    delta,
    onHand,
    reason,
    orderId,
    createdAt: createdAt.toISOString(),
  }));
}

/** Deletes holds a day after their end, and limits every end to that of a hold extended now. */
export async function forgetOldHolds({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  // One minute more: other instances' clocks may be slightly ahead.
  await repository.shortenHolds(db, inMinutes(now, PAYING_MINUTES + 1));
  await repository.deleteHoldsBefore(db, new Date(now.getTime() - DAY_MS));
}

const inMinutes = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE_MS);
