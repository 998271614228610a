import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import {
  rateText,
  type TaxRegistration,
  type TaxRegistrationChange,
  type TaxRegistrationInput,
  textToRate,
} from '#shared/tax/tax.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

/** The states in which the shop collects tax, in the order of their codes. */
export async function listTaxRegistrations({ db }: Pick<Deps, 'db'>): Promise<TaxRegistration[]> {
  return (await repository.listRegistrations(db)).map(toWire);
}

/** Started payments keep the tax that their shoppers saw. @throws AppError `tax_state_taken` */
export async function createTaxRegistration(
  { db, clock }: Deps,
  { state, rate, taxesShipping = false, taxesFood = false, since }: TaxRegistrationInput,
): Promise<TaxRegistration> {
  const now = clock.now();
  const row = await repository.insertRegistration(db, {
    state,
    rateMilli: toRate(rate),
    taxesShipping,
    taxesFood,
    since: since ?? shopDay(now),
    createdAt: now,
  });
  if (!row) throw new AppError('tax_state_taken');
  return toWire(row);
}

/** @throws AppError `not_found` · `stale_version` with the registration as `current` */
export function changeTaxRegistration(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { version, rate, taxesShipping, taxesFood, since }: TaxRegistrationChange,
): Promise<TaxRegistration> {
  return db.transaction(async (tx) => {
    const row = await repository.lockRegistration(tx, id);
    if (!row) throw new AppError('not_found');
    requireVersion(version, toWire(row));
    const after = {
      rateMilli: rate === undefined ? row.rateMilli : toRate(rate),
      taxesShipping: taxesShipping ?? row.taxesShipping,
      taxesFood: taxesFood ?? row.taxesFood,
      since: since ?? row.since,
    };
    return toWire(await repository.updateRegistration(tx, row, after));
  });
}

/** From now on nothing is collected there; orders keep their tax. @throws AppError `not_found` · `stale_version` */
export function deleteTaxRegistration(
  { db }: Pick<Deps, 'db'>,
  id: string,
  version: number | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await repository.lockRegistration(tx, id);
    if (!row) throw new AppError('not_found');
    requireVersion(version, toWire(row));
    await repository.deleteRegistration(tx, id);
  });
}

function toRate(text: string): number {
  const rate = textToRate(text);
  if (rate === null) throw new RangeError(`Not a rate: ${text}`);
  return rate;
}

function toWire({ rateMilli, createdAt, ...row }: repository.RegistrationRow): TaxRegistration {
  return { ...row, rate: rateText(rateMilli), createdAt: createdAt.toISOString() };
}
