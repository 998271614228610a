import { and, asc, eq, exists, getTableColumns, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type KeysetSort, keyset } from '#server/db/keyset.ts';
import type { ListFilter, ListPage, Positioned } from '#server/db/paged-list.ts';
import { matchesWords } from '#server/db/search.ts';
import { type AccountListQuery, type AccountSort, lastDueEnd } from '#shared/accounts/accounts.ts';
import type { CaseLine } from '#shared/accounts/price-lists.ts';
import type { Language } from '#shared/core/language.ts';
import { accountPeople, accounts, certificatePieces, priceLists } from './schema.ts';

const { search: _, ...columns } = getTableColumns(accounts);

export type PersonRow = { id: string; name: string; email: string; phone: string | null; language: Language };
export type AccountRow = Omit<typeof accounts.$inferSelect, 'search'> & { people: PersonRow[]; hasOwnPrices: boolean };
export type AccountValues = Partial<Omit<typeof accounts.$inferInsert, 'id' | 'search' | 'version'>>;
export type PriceListRow = typeof priceLists.$inferSelect;

/** The size of a row of bytes; larger ones would delay shoppers' queries. */
const PIECE_BYTES = 256 * 1024;

const shown = {
  ...columns,
  people: sql<PersonRow[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.full_name, 'email', person.email,
      'phone', person.phone, 'language', person.language) order by person.position)
    from ${accountPeople} as person where person.account_id = ${accounts}.id), '[]')`,
  hasOwnPrices: sql<boolean>`exists (
    select from ${priceLists} as own where own.account_id = ${accounts}.id and jsonb_array_length(own.lines) > 0)`,
};

/* ---- accounts ---- */

const SORTS: Record<AccountSort, KeysetSort> = {
  name: { by: accounts.businessName, kind: 'text', direction: 'asc' },
  newest: { by: accounts.createdAt, kind: 'time', direction: 'desc' },
};

/** At most `limit` accounts from `cursor` on. @param today decides which certificates are due */
export function listAccounts(
  db: Executor,
  { q, status = [], sort, inquiry }: ListFilter<AccountListQuery>,
  page: ListPage,
  today: string,
): Promise<Positioned<AccountRow>[]> {
  const { orderBy, after, position } = keyset(SORTS[sort], accounts.id, sort, page.cursor);
  const states: Record<(typeof status)[number], SQL | undefined> = {
    open: eq(accounts.onHold, false),
    on_hold: eq(accounts.onHold, true),
    certificate: isDue(today),
  };
  return db
    .select({ ...shown, position })
    .from(accounts)
    .where(
      and(
        after,
        q ? or(matchesWords(accounts.search, q), hasPerson(db, q)) : undefined,
        inquiry ? eq(accounts.inquiryId, inquiry) : undefined,
        or(...status.map((each) => states[each])),
      ),
    )
    .orderBy(...orderBy)
    .limit(page.limit);
}

function hasPerson(db: Executor, q: string): SQL {
  const isTheirs = eq(accountPeople.accountId, accounts.id);
  return exists(
    db
      .select({ id: accountPeople.id })
      .from(accountPeople)
      .where(and(isTheirs, matchesWords(accountPeople.search, q))),
  );
}

const isDue = (today: string) =>
  and(isNotNull(accounts.certificateNumber), lte(accounts.certificateEndsOn, lastDueEnd(today)));

/** Accounts whose certificate is asked for again. */
export const countDue = (db: Executor, today: string): Promise<number> => db.$count(accounts, isDue(today));

export async function findAccount(db: Executor, id: string): Promise<AccountRow | null> {
  const [row] = await db.select(shown).from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

export async function findAccountOfInquiry(db: Executor, inquiryId: string): Promise<AccountRow | null> {
  const [row] = await db.select(shown).from(accounts).where(eq(accounts.inquiryId, inquiryId));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockAccount(tx: Executor, id: string): Promise<AccountRow | null> {
  const rows = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
  return rows.length > 0 ? findAccount(tx, id) : null;
}

export async function insertAccount(tx: Executor, values: AccountValues & { businessName: string }): Promise<string> {
  const [row] = await tx.insert(accounts).values(values).returning({ id: accounts.id });
  if (!row) throw new Error('An account was not inserted');
  return row.id;
}

/** Counts a version even if only people changed. */
export async function updateAccount(tx: Executor, id: string, values: AccountValues & { updatedAt: Date }) {
  await tx.update(accounts).set(values).where(eq(accounts.id, id));
}

export async function deleteAccount(tx: Executor, id: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.id, id));
}

/* ---- people ---- */

export type NewPerson = Omit<PersonRow, 'id'> & { id?: string | undefined };

/** Makes these the people of an account. Those with an id are changed, so that what refers to them stays. */
export async function replacePeople(tx: Executor, accountId: string, people: readonly NewPerson[]): Promise<void> {
  const known = await tx
    .select({ id: accountPeople.id })
    .from(accountPeople)
    .where(eq(accountPeople.accountId, accountId));
  const ids = new Set(known.map(({ id }) => id));
  const kept = new Set(people.flatMap(({ id }) => (id && ids.has(id) ? [id] : [])));
  const gone = [...ids].filter((id) => !kept.has(id));
  if (gone.length > 0) await tx.delete(accountPeople).where(inArray(accountPeople.id, gone));
  for (const [position, { id, name, ...rest }] of people.entries()) {
    const values = { ...rest, fullName: name, position };
    if (id && kept.has(id)) await tx.update(accountPeople).set(values).where(eq(accountPeople.id, id));
    else await tx.insert(accountPeople).values({ ...values, accountId });
  }
}

/* ---- the certificate's file ---- */

/** Writes a file in pieces, each in a separate statement, so that other queries run in between. */
export async function writePieces(
  db: Executor,
  accountId: string,
  file: string,
  content: Buffer,
  createdAt: Date,
): Promise<void> {
  for (let at = 0, piece = 0; at < content.length; at += PIECE_BYTES, piece++) {
    await db
      .insert(certificatePieces)
      .values({ accountId, file, piece, bytes: content.subarray(at, at + PIECE_BYTES), createdAt });
  }
}

export async function readPieces(db: Executor, accountId: string, file: string): Promise<Buffer> {
  const pieces = await db
    .select({ bytes: certificatePieces.bytes })
    .from(certificatePieces)
    .where(and(eq(certificatePieces.accountId, accountId), eq(certificatePieces.file, file)))
    .orderBy(asc(certificatePieces.piece));
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

export async function deletePieces(tx: Executor, accountId: string, file: string): Promise<void> {
  await tx
    .delete(certificatePieces)
    .where(and(eq(certificatePieces.accountId, accountId), eq(certificatePieces.file, file)));
}

/** Deletes pieces from before a moment that no account names. */
export async function deleteLeftPieces(db: Executor, before: Date): Promise<void> {
  const named = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, certificatePieces.accountId),
        sql`${accounts.certificateFile} ->> 'id' = ${certificatePieces.file}::text`,
      ),
    );
  await db.delete(certificatePieces).where(and(lt(certificatePieces.createdAt, before), sql`not ${exists(named)}`));
}

/* ---- price lists ---- */

export async function findPriceList(db: Executor, id: string): Promise<PriceListRow | null> {
  const [row] = await db.select().from(priceLists).where(eq(priceLists.id, id));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockPriceList(tx: Executor, id: string): Promise<PriceListRow | null> {
  const [row] = await tx.select().from(priceLists).where(eq(priceLists.id, id)).for('update');
  return row ?? null;
}

type NewList = { id: string; accountId: string | null; lines: readonly CaseLine[]; updatedAt: Date };

/** @returns `null` when another transaction has written it first */
export async function insertPriceList(tx: Executor, list: NewList): Promise<PriceListRow | null> {
  const [row] = await tx.insert(priceLists).values(list).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updatePriceList(
  tx: Executor,
  id: string,
  { lines, updatedAt }: Pick<NewList, 'lines' | 'updatedAt'>,
): Promise<PriceListRow | null> {
  const [row] = await tx.update(priceLists).set({ lines, updatedAt }).where(eq(priceLists.id, id)).returning();
  return row ?? null;
}
