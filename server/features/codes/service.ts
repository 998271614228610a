import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  type CodeChange,
  type CodeInput,
  type CodeKind,
  type DiscountCode,
  normalizeCode,
} from '#shared/checkout/codes.ts';
import { HOLD_MINUTES, PAYING_MINUTES, shareOf, UNPAID_MINUTES } from '#shared/checkout/hold-times.ts';
import { personOf } from '#shared/checkout/person.ts';
import type { Language } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The minimum of a card payment. */
const LEAST_CENTS = 50;

/** A code that is valid for a cart, and its discount on the items, in US cents. */
export type AppliedCode = { id: string; code: string; kind: CodeKind; discountCents: number };

/**
 * The effect of a typed code on a cart. Holds nothing.
 *
 * @param attempt whose own use does not count
 * @throws AppError `code_unknown` there is none, or it is not valid now · `code_minimum` the items cost too little ·
 * `code_used_up`
 */
export async function applyCode(
  { db, clock }: Deps,
  typed: string | null | undefined,
  cart: { subtotalCents: number; email?: string | undefined; attempt?: string | undefined; language: Language },
): Promise<AppliedCode | null> {
  if (!typed?.trim()) return null;
  const row = await repository.findCode(db, normalizeCode(typed));
  const now = clock.now();
  const applied = requireUsable(row, now, cart);
  await requireUses(db, applied.row, { now, person: personOf(cart.email), except: cart.attempt });
  return applied.code;
}

function requireUsable(
  row: repository.CodeRow | null,
  now: Date,
  { subtotalCents, language }: { subtotalCents: number; language: Language },
): { row: repository.CodeRow; code: AppliedCode } {
  const isNow = row && (row.startsAt === null || row.startsAt <= now) && (row.endsAt === null || now < row.endsAt);
  if (!row || !isNow) throw new AppError('code_unknown');
  if (row.minimumCents !== null && subtotalCents < row.minimumCents) {
    throw new AppError('code_minimum', { values: { amount: formatPrice(row.minimumCents, language) } });
  }
  const { id, code, kind } = row;
  return { row, code: { id, code, kind, discountCents: discountOf(row, subtotalCents) } };
}

/** Whole cents, half a cent up; a rest remains to be paid by card. */
export function discountOf({ kind, value }: Pick<repository.CodeRow, 'kind' | 'value'>, subtotalCents: number): number {
  const most = Math.max(0, subtotalCents - LEAST_CENTS);
  if (kind === 'percent') return Math.min(most, Math.round((subtotalCents * value) / 100));
  return kind === 'amount' ? Math.min(most, value) : 0;
}

/**
 * The discount of an order whose items change, in US cents: a percentage follows them, an amount stays. The code's
 * dates, minimum and limits were checked when it was paid. Once the code is deleted or has changed, the discount stays.
 */
export async function discountOfItems(
  db: Executor,
  code: string | null,
  { discountCents, beforeCents, afterCents }: { discountCents: number; beforeCents: number; afterCents: number },
): Promise<number> {
  if (discountCents === 0) return 0;
  const row = code === null ? null : await repository.findCode(db, normalizeCode(code));
  const isSame = row !== null && discountOf(row, beforeCents) === discountCents;
  return isSame ? discountOf(row, afterCents) : discountOf({ kind: 'amount', value: discountCents }, afterCents);
}

/** @param holder whose share of the uses is also checked */
async function requireUses(
  db: Executor,
  row: repository.CodeRow,
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
    await requireUses(tx, row, { now, person, except: attemptKey, holder });
    const expiresAt = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS);
    await repository.replaceUse(tx, attemptKey, { codeId, person, expiresAt, ...holder });
  });
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
export async function createDiscountCode(deps: Deps, { code, ...input }: CodeInput): Promise<DiscountCode> {
  const { kind, value } = input;
  const row = await repository.insertCode(deps.db, { ...toRow(input), code, kind, value, createdAt: deps.clock.now() });
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
    const isGood = kind === 'percent' ? value >= 1 && value <= 100 : kind === 'free_shipping' || value >= 1;
    if (!isGood) throw new AppError('validation', { issues: [{ path: 'value', code: 'amount_invalid' }] });
    const { startsAt, endsAt } = { ...row, ...dropMissing(toRow(change)) };
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

function toRow(change: Partial<Omit<CodeInput, 'code'>>) {
  return {
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
  const { uses, held, revenueCents, costCents } = row;
  return {
    id,
    code,
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
