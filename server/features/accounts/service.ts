import type { Executor } from '#server/db/connect.ts';
import { pagedList } from '#server/db/paged-list.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { approveInquiry } from '#server/features/wholesale/service.ts';
import type { Account, AccountChange, AccountInput, AccountListQuery } from '#shared/accounts/accounts.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

/** The accounts as a list that is searched, filtered and paged. */
export const accountList = ({ clock }: Pick<Deps, 'clock'>) =>
  pagedList<repository.AccountRow, Account, AccountListQuery>(
    (db, filter, page) => repository.listAccounts(db, filter, page, shopDay(clock.now())),
    toWire,
    'name',
  );

export function countDueCertificates({ db, clock }: Deps): Promise<number> {
  return repository.countDue(db, shopDay(clock.now()));
}

/** @throws AppError `not_found` */
export const getAccount = ({ db }: Deps, id: string): Promise<Account> => currentOf(db, id);

export async function createAccount({ db, clock }: Deps, { people = [], ...input }: AccountInput): Promise<Account> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const values = { ...toColumns(input), businessName: input.name, createdAt: now, updatedAt: now };
    const id = await repository.insertAccount(tx, values);
    await repository.replacePeople(tx, id, people);
    return currentOf(tx, id);
  });
}

/**
 * Approves an inquiry and makes its account, once: the inquiry is locked, so that a second press or tab finds the
 * account of the first.
 *
 * @throws AppError `not_found` there is no such inquiry
 */
export async function makeFromInquiry(
  { db, clock }: Deps,
  inquiryId: string,
): Promise<{ account: Account; isNew: boolean }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const inquiry = await approveInquiry(tx, inquiryId);
    const made = await repository.findAccountOfInquiry(tx, inquiryId);
    if (made) return { account: toWire(made), isNew: false };
    const { businessName, contactName: name, email, phone, preferredLanguage: language, location: notes } = inquiry;
    const id = await repository.insertAccount(tx, { businessName, notes, inquiryId, createdAt: now, updatedAt: now });
    await repository.replacePeople(tx, id, [{ name, email, phone, language }]);
    return { account: await currentOf(tx, id), isNew: true };
  });
}

/** @throws AppError `not_found` · `stale_version` with the account as `current` */
export async function changeAccount(
  { db, clock }: Deps,
  id: string,
  { version, people, ...change }: AccountChange,
): Promise<Account> {
  return db.transaction(async (tx) => {
    requireVersion(version, toWire(await locked(tx, id)));
    if (people) await repository.replacePeople(tx, id, people);
    await repository.updateAccount(tx, id, { ...toColumns(change), updatedAt: clock.now() });
    return currentOf(tx, id);
  });
}

/** With its people, prices and certificate. @throws AppError `not_found` · `stale_version` */
export async function deleteAccount({ db }: Deps, id: string, version: number | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    requireVersion(version, toWire(await locked(tx, id)));
    await repository.deleteAccount(tx, id);
  });
}

async function locked(tx: Executor, id: string): Promise<repository.AccountRow> {
  const row = await repository.lockAccount(tx, id);
  if (!row) throw new AppError('not_found');
  return row;
}

async function currentOf(db: Executor, id: string): Promise<Account> {
  const row = await repository.findAccount(db, id);
  if (!row) throw new AppError('not_found');
  return toWire(row);
}

/** The columns of the fields that are there. */
function toColumns(fields: Partial<Omit<AccountChange, 'version' | 'people'>>): repository.AccountValues {
  const { name, isOnHold, certificate, ...same } = fields;
  const columns = {
    ...same,
    businessName: name,
    onHold: isOnHold,
    ...(certificate !== undefined && {
      certificateNumber: certificate?.number ?? null,
      certificateState: certificate?.state ?? null,
      certificateEndsOn: certificate?.endsOn ?? null,
    }),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export function toWire(row: repository.AccountRow): Account {
  const { certificateNumber: number, certificateState: state, certificateEndsOn: endsOn, certificateFile: file } = row;
  return {
    id: row.id,
    name: row.businessName,
    addresses: [...row.addresses],
    people: row.people,
    terms: row.terms,
    isOnHold: row.onHold,
    minimumCents: row.minimumCents,
    creditLimitCents: row.creditLimitCents,
    certificate: number !== null && state !== null ? { number, state, endsOn } : null,
    certificateFile: file && { name: file.name, type: file.type, bytes: file.bytes },
    notes: row.notes,
    hasOwnPrices: row.hasOwnPrices,
    inquiryId: row.inquiryId,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}
