import type { AutomaticDiscount } from '#server/db/automatic-discounts.ts';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  type CodeChange,
  type CodeInput,
  type CodeKind,
  type DiscountCode,
  normalizeCode,
  valueIssue,
} from '#shared/checkout/codes.ts';
import { HOLD_MINUTES, PAYING_MINUTES, shareOf, UNPAID_MINUTES } from '#shared/checkout/hold-times.ts';
import { personOf } from '#shared/checkout/person.ts';
import { withDayHalves } from '#shared/core/day-halves.ts';
import { type Language, LOCALES, type Localized } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { orderTotals, spreadCents } from '#shared/core/totals.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The minimum of a card payment. */
const LEAST_CENTS = 50;

/** A discount on a cart, in US cents, with the share of each line. `name` is set for an automatic discount. */
export type AppliedDiscount = {
  id: string;
  code: string;
  name: Localized | null;
  kind: CodeKind;
  discountCents: number;
  shares: readonly number[];
};

/** A cart and its shopper, for which a discount is calculated. */
export type DiscountedCart = {
  lines: readonly { id: string; quantity: number; priceCents: number }[];
  subtotalCents: number;
  email?: string | null | undefined;
  /** Its own use does not count. */
  attempt?: string | undefined;
  language: Language;
};

/**
 * The effect of a typed code on a cart. Holds nothing.
 *
 * @param nameOf the name of a product, if the shop has it
 * @throws AppError `code_unknown` there is none · `code_planned` · `code_ended` · `code_products` it is for others ·
 * `code_minimum` the items cost too little · `code_used_up`
 */
export async function applyCode(
  { db, clock }: Deps,
  typed: string | null | undefined,
  cart: DiscountedCart,
  nameOf: (id: string) => string | undefined,
): Promise<AppliedDiscount | null> {
  if (!typed?.trim()) return null;
  const row = await repository.findCode(db, normalizeCode(typed));
  const now = clock.now();
  // The code of an automatic discount is only a name.
  if (!row || row.isAutomatic) throw new AppError('code_unknown');
  requireUsable(row, now, cart, nameOf);
  await requireUses(db, row, { now, person: personOf(cart.email ?? undefined), except: cart.attempt });
  return appliedTo(cart, row);
}

function requireUsable(
  row: repository.CodeRow,
  now: Date,
  cart: DiscountedCart,
  nameOf: (id: string) => string | undefined,
): void {
  const { language } = cart;
  const state = stateAt(row, now);
  if (state === 'planned' && row.startsAt) {
    throw new AppError('code_planned', { values: { date: momentText(row.startsAt, language) } });
  }
  if (state === 'ended') throw new AppError('code_ended');
  const lines = linesFor(row, cart);
  if (lines.length === 0) {
    const names = (row.productIds ?? []).flatMap((id) => nameOf(id) ?? []);
    const products = new Intl.ListFormat(LOCALES[language], { type: 'disjunction' }).format(names);
    throw new AppError('code_products', { values: { products } });
  }
  const { subtotalCents } = orderTotals(lines);
  if (row.minimumCents !== null && subtotalCents < row.minimumCents) {
    throw new AppError('code_minimum', { values: { amount: formatPrice(row.minimumCents, language) } });
  }
}

type Terms = Pick<
  repository.CodeRow,
  'id' | 'code' | 'names' | 'kind' | 'value' | 'productIds' | 'minimumCents' | 'maxUses' | 'maxUsesPerPerson'
>;

/** A discount is valid from its start until just before its end. */
function stateAt(row: { startsAt: Date | null; endsAt: Date | null }, now: Date): 'planned' | 'running' | 'ended' {
  const isEnded = !(row.endsAt === null || now < row.endsAt);
  if (isEnded) return 'ended';
  return row.startsAt === null || row.startsAt <= now ? 'running' : 'planned';
}

const momentText = (moment: Date, language: Language) =>
  withDayHalves(
    new Intl.DateTimeFormat(LOCALES[language], {
      ...{ month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      timeZone: shopZone(),
    }).format(moment),
  );

const linesFor = <Line extends { id: string }>(
  { productIds }: Pick<Terms, 'productIds'>,
  { lines }: { lines: readonly Line[] },
): readonly Line[] => (productIds ? lines.filter(({ id }) => productIds.includes(id)) : lines);

/** The discount on a cart, regardless of its dates and limits. */
export function appliedTo(cart: Pick<DiscountedCart, 'lines' | 'subtotalCents'>, row: Terms): AppliedDiscount {
  const { id, code, kind, productIds, names } = row;
  const discountCents = discountOf(row, cart.subtotalCents, orderTotals(linesFor(row, cart)).subtotalCents);
  const weights = cart.lines.map((line) =>
    productIds && !productIds.includes(line.id) ? 0 : line.priceCents * line.quantity,
  );
  return { id, code, name: names, kind, discountCents, shares: spreadCents(discountCents, weights) };
}

/**
 * Rounded to whole cents, half a cent up; the card always pays at least `LEAST_CENTS` of the cart.
 *
 * @param goodsCents the price of the discounted items
 */
export function discountOf(
  { kind, value }: Pick<Terms, 'kind' | 'value'>,
  subtotalCents: number,
  goodsCents = subtotalCents,
): number {
  const most = Math.min(goodsCents, Math.max(0, subtotalCents - LEAST_CENTS));
  if (kind === 'percent') return Math.min(most, Math.round((goodsCents * value) / 100));
  return kind === 'amount' ? Math.min(most, value) : 0;
}

/**
 * The discount of an order whose items change, in US cents: a percentage is calculated again, an amount stays; both
 * only on the products of the discount. Dates, minimum and limits were checked at the payment. If the code was deleted
 * or changed since, the discount stays.
 */
export async function discountOfItems(
  db: Executor,
  code: string | null,
  {
    discountCents,
    before,
    after,
  }: { discountCents: number; before: readonly SharingLine[]; after: readonly SoldLine[] },
): Promise<{ discountCents: number; shares: number[] }> {
  if (discountCents === 0) return { discountCents, shares: after.map(() => 0) };
  const row = code === null ? null : await repository.findCode(db, normalizeCode(code));
  const sumOf = (lines: readonly SoldLine[]) => orderTotals(lines).subtotalCents;
  const isSame =
    row !== null && discountOf(row, sumOf(before), sumOf(linesFor(row, { lines: before }))) === discountCents;
  const sharing = before.filter((line) => line.discountCents > 0).map(({ id }) => id);
  const isOfAll = before.every((line) => line.discountCents > 0 || line.priceCents === 0);
  const terms = isSame ? row : { kind: 'amount' as const, value: discountCents, productIds: isOfAll ? null : sharing };
  const goods = linesFor(terms, { lines: after });
  const cents = discountOf(terms, sumOf(after), sumOf(goods));
  const weights = after.map((line) => (goods.includes(line) ? line.priceCents * line.quantity : 0));
  return { discountCents: cents, shares: spreadCents(cents, weights) };
}

type SoldLine = DiscountedCart['lines'][number];
type SharingLine = SoldLine & { discountCents: number };

/** All automatic discounts, in a query of its own; quotes read them with `automaticDiscounts`. */
export const listAutomatic = ({ db }: Pick<Deps, 'db'>) => repository.listAutomatic(db);

/**
 * The automatic discount that takes most off a cart, the oldest of equal ones; `null` if none applies. Skips discounts
 * that are used up. Holds nothing.
 *
 * @param caller the network that asks, as a hash: its share of a limited discount counts as in `holdCode`, so that an
 * offered discount can also be held
 */
export async function bestAutomatic(
  { db, clock }: Deps,
  all: readonly AutomaticDiscount[],
  cart: Omit<DiscountedCart, 'language'>,
  caller: string | null,
): Promise<AppliedDiscount | null> {
  const now = clock.now();
  const holding = all.filter((row) => {
    const { subtotalCents } = orderTotals(linesFor(row, cart));
    return stateAt(timesOf(row), now) === 'running' && subtotalCents >= (row.minimumCents ?? 0);
  });
  const offers = holding
    .map((row) => ({ row, applied: appliedTo(cart, row) }))
    .filter(({ applied }) => applied.discountCents > 0)
    .sort((a, b) => b.applied.discountCents - a.applied.discountCents);
  const person = personOf(cart.email ?? undefined);
  for (const { row, applied } of offers) {
    try {
      await requireUses(db, row, { now, person, except: cart.attempt, holder: { caller, device: null } });
      return applied;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

const timesOf = ({ startsAt, endsAt }: AutomaticDiscount) => ({
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: endsAt === null ? null : new Date(endsAt),
});

/** The one that takes more off; if both are equal, the automatic one. */
export function betterOf(code: AppliedDiscount | null, automatic: AppliedDiscount | null): AppliedDiscount | null {
  return code && code.discountCents > (automatic?.discountCents ?? -1) ? code : (automatic ?? code);
}

/** @param holder whose share of the uses is also checked */
async function requireUses(
  db: Executor,
  row: Pick<Terms, 'id' | 'maxUses' | 'maxUsesPerPerson'>,
  {
    now,
    person,
    except,
    holder,
  }: { now: Date; person: string; except: string | undefined; holder?: repository.Holder },
): Promise<void> {
  const isOfAll = row.maxUses !== null;
  // Before the shopper has entered an address, the person is unknown.
  const isOfPerson = row.maxUsesPerPerson !== null && person !== '';
  if (!isOfAll && !isOfPerson) return;
  const unpaidSince = new Date(now.getTime() - UNPAID_MINUTES * MINUTE_MS);
  const by = { codeId: row.id, person, now, except, isOfAll, holder, unpaidSince };
  const { all, taken, ofPerson, ofHolder } = await repository.countUses(db, by);
  const isUsedByPerson = isOfPerson && row.maxUsesPerPerson !== null && ofPerson >= row.maxUsesPerPerson;
  if (isUsedByPerson || (row.maxUses !== null && taken >= row.maxUses)) throw new AppError('code_used_up');
  if (row.maxUses === null || (all < row.maxUses && ofHolder < shareOf(row.maxUses))) return;
  throw new AppError('code_used_up', { words: 'code_held', values: { minutes: String(HOLD_MINUTES) } });
}

/**
 * Holds a use of the checkout's code, decided under the lock of its row, so that a code is never used more often than
 * allowed (N14). All starts of an attempt share one use, which each start replaces; without a code it is released. If a
 * code has a total limit, a network or a browser holds at most its share.
 *
 * @throws AppError `code_unknown` · `code_used_up`
 */
export async function holdCode(
  { db, clock }: Deps,
  {
    attemptKey,
    codeId,
    email,
    ...holder
  }: repository.Holder & { attemptKey: string; codeId: string | null; email: string },
): Promise<void> {
  if (codeId === null) return repository.replaceUse(db, attemptKey, null);
  await db.transaction(async (tx) => {
    const row = await repository.lockCode(tx, { id: codeId });
    if (!row) throw new AppError('code_unknown');
    const now = clock.now();
    const person = personOf(email);
    // Quotes do not know the device, and must offer no automatic discount that cannot be held.
    const shared = row.isAutomatic ? { ...holder, device: null } : holder;
    await requireUses(tx, row, { now, person, except: attemptKey, holder: shared });
    const expiresAt = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS);
    await repository.replaceUse(tx, attemptKey, { codeId, person, expiresAt, ...holder });
  });
}

/**
 * Holds a use for an owner's link until it ends, in the transaction that stores it.
 *
 * @throws AppError `code_unknown` · `code_used_up`
 */
export async function holdCodeOfLink(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  { attemptKey, codeId, email, expiresAt }: { attemptKey: string; codeId: string; email: string; expiresAt: Date },
): Promise<void> {
  const row = await repository.lockCode(tx, { id: codeId });
  if (!row) throw new AppError('code_unknown');
  const person = personOf(email);
  await requireUses(tx, row, { now: clock.now(), person, except: attemptKey });
  await repository.replaceUse(tx, attemptKey, { codeId, person, expiresAt, caller: null, device: null });
}

/** Releases the use that an attempt holds, in one statement with the condition that it is over. */
export const releaseCode = repository.deleteUse;

/** Extends the hold while the payment of an attempt is in progress. */
export async function prolongCodeHold({ db, clock }: Deps, attemptKey: string): Promise<void> {
  const now = clock.now();
  await repository.prolongUse(db, attemptKey, now, new Date(now.getTime() + PAYING_MINUTES * MINUTE_MS));
}

/**
 * An order takes its use, in the transaction that writes it: at the promised price, even if the code has changed since.
 * Amounts in US cents.
 */
export async function takeCode(
  tx: Executor,
  use: { codeId: string; attemptKey: string; email: string; orderId: string; revenueCents: number; costCents: number },
): Promise<void> {
  const { email, ...rest } = use;
  // Deleted meanwhile, so there is nothing to count.
  if (await repository.lockCode(tx, { id: use.codeId }))
    await repository.takeUse(tx, { ...rest, person: personOf(email) });
}

/* ---- the admin ---- */

export async function listDiscountCodes({ db, clock }: Deps): Promise<DiscountCode[]> {
  return (await repository.listCodes(db, clock.now())).map(toWire);
}

/** Codes that contain this text; the code itself and those that begin with it come first. */
export function findCodes(db: Executor, q: string, limit: number) {
  const code = normalizeCode(q);
  return code === '' ? [] : repository.findCodes(db, code, limit);
}

/** @throws AppError `code_taken` */
export async function createDiscountCode(
  deps: Deps,
  { code, isAutomatic, ...input }: CodeInput,
): Promise<DiscountCode> {
  const { kind, value } = input;
  const fixed = { code, isAutomatic, kind, value, createdAt: deps.clock.now() };
  const row = await repository.insertCode(deps.db, { ...toRow(input), ...fixed });
  if (!row) throw new AppError('code_taken');
  return getDiscountCode(deps, row.id);
}

/** @throws AppError `not_found` · `stale_version` with the code as `current` · `validation` */
export async function changeDiscountCode(
  deps: Deps,
  id: string,
  { version, ...change }: CodeChange,
): Promise<DiscountCode> {
  await deps.db.transaction(async (tx) => {
    const row = await repository.lockCode(tx, { id });
    if (!row) throw new AppError('not_found');
    requireVersion(version, await currentOf(tx, deps, id));
    const { kind, value } = { ...row, ...dropMissing(change) };
    const issue = valueIssue({ kind, value });
    if (issue) throw new AppError('validation', { issues: [{ path: 'value', code: issue }] });
    const { startsAt, endsAt, names } = { ...row, ...dropMissing(toRow(change)) };
    if (row.isAutomatic && !names) throw new AppError('validation', { issues: [{ path: 'names', code: 'required' }] });
    if (row.isAutomatic && kind === 'free_shipping') {
      throw new AppError('validation', { issues: [{ path: 'kind', code: 'invalid' }] });
    }
    if (startsAt && endsAt && startsAt >= endsAt) {
      throw new AppError('validation', { issues: [{ path: 'endsAt', code: 'invalid' }] });
    }
    await repository.updateCode(tx, id, dropMissing({ ...toRow(change), kind: change.kind, value: change.value }));
  });
  return getDiscountCode(deps, id);
}

/** Orders and checkouts with the code keep their price. @throws AppError `not_found` · `stale_version` */
export async function deleteDiscountCode(deps: Deps, id: string, version: number | undefined): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await repository.lockCode(tx, { id }))) throw new AppError('not_found');
    requireVersion(version, await currentOf(tx, deps, id));
    await repository.deleteCode(tx, id);
  });
}

/** @throws AppError `not_found` */
export function getDiscountCode(deps: Deps, id: string): Promise<DiscountCode> {
  return currentOf(deps.db, deps, id);
}

async function currentOf(db: Executor, { clock }: Pick<Deps, 'clock'>, id: string): Promise<DiscountCode> {
  const row = await repository.findCodeById(db, id, clock.now());
  if (!row) throw new AppError('not_found');
  return toWire(row);
}

function toRow(change: Partial<Omit<CodeInput, 'code' | 'isAutomatic'>>) {
  return {
    names: change.names,
    productIds: change.products,
    startsAt: change.startsAt,
    endsAt: change.endsAt,
    minimumCents: change.minimum,
    maxUses: change.limit,
    maxUsesPerPerson: change.limitPerPerson,
  };
}

/** Without undefined fields. */
function dropMissing<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function toWire(row: repository.CodeRow & repository.UseCounts): DiscountCode {
  const { id, code, kind, value, startsAt, endsAt, minimumCents, maxUses, maxUsesPerPerson, version, createdAt } = row;
  const { isAutomatic, names, productIds, uses, held, revenueCents, costCents } = row;
  return {
    id,
    code,
    isAutomatic,
    names,
    products: productIds && [...productIds],
    kind,
    value,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    minimum: minimumCents,
    limit: maxUses,
    limitPerPerson: maxUsesPerPerson,
    uses,
    held,
    revenueCents,
    costCents,
    version,
    createdAt: createdAt.toISOString(),
  };
}

/** Deletes held uses a day after their end, and limits every end to that of one extended now. */
export async function forgetOldUses({ db, clock }: Deps): Promise<void> {
  const now = clock.now().getTime();
  await repository.shortenUses(db, new Date(now + (PAYING_MINUTES + 1) * MINUTE_MS));
  await repository.deleteUsesBefore(db, new Date(now - DAY_MS));
}
