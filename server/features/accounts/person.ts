import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { mayBePerson } from '#server/db/person.ts';
import { personOf } from '#shared/checkout/person.ts';
import { accountPeople, accounts } from './schema.ts';

type Entry = Awaited<ReturnType<typeof listEntriesOf>>[number];

/** A person's entries in accounts, by account. @param person from `personOf` */
export async function listEntriesOf(db: Executor, person: string) {
  const rows = await db
    .select({
      id: accountPeople.id,
      accountId: accountPeople.accountId,
      account: accounts.businessName,
      name: accountPeople.fullName,
      email: accountPeople.email,
      phone: accountPeople.phone,
      language: accountPeople.language,
      isOnly: sql<boolean>`not exists (
        select from ${accountPeople} as other
        where other.account_id = ${accountPeople.accountId} and other.id <> ${accountPeople.id})`,
    })
    .from(accountPeople)
    .innerJoin(accounts, eq(accounts.id, accountPeople.accountId))
    .where(mayBePerson(accountPeople.email, person))
    .orderBy(asc(accounts.businessName), asc(accountPeople.id));
  return rows.filter(({ email }) => personOf(email) === person);
}

/** The same, with their accounts locked until the transaction ends. */
export async function lockEntriesOf(tx: Executor, person: string): Promise<Entry[]> {
  const ids = (await listEntriesOf(tx, person)).map(({ accountId }) => accountId);
  if (ids.length === 0) return [];
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('update');
  return listEntriesOf(tx, person);
}

export const describeEntry = ({ account, name, email, phone, language }: Entry) => ({
  account,
  name,
  email,
  phone,
  language,
});

/** Counts a version of the accounts, so that an open form cannot write the person back. */
export async function deleteEntries(tx: Executor, entries: readonly Entry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  const accountIds = entries.map(({ accountId }) => accountId);
  const ids = entries.map(({ id }) => id);
  await tx.update(accounts).set({ updatedAt: now }).where(inArray(accounts.id, accountIds));
  await tx.delete(accountPeople).where(inArray(accountPeople.id, ids));
}
