import type { Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type Account, accountInputSchema, type Terms } from '#shared/accounts/accounts.ts';
import type { Language } from '#shared/core/language.ts';
import { dollarsText, parseDollars } from '../kit/form/numbers.ts';

export type AddressValues = Record<'label' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode', string>;
export type PersonValues = { id: string; name: string; email: string; phone: string; language: Language };

/** The form's values, as typed; amounts in dollars. */
export type AccountValues = {
  name: string;
  terms: Terms;
  minimum: string;
  creditLimit: string;
  notes: string;
  certificateNumber: string;
  certificateState: string;
  certificateEndsOn: string;
  addresses: AddressValues[];
  people: PersonValues[];
};
/** The input of the call. */
export type AccountFields = z.input<typeof accountInputSchema>;
type AccountError = { field: Path<AccountValues>; issue: string };

export const EMPTY_ADDRESS: AddressValues = {
  ...{ label: '', addressLine1: '', addressLine2: '', city: '' },
  ...{ state: 'FL', zipCode: '' },
};
export const emptyPerson = (language: Language): PersonValues => ({ id: '', name: '', email: '', phone: '', language });

export const EMPTY_ACCOUNT: AccountValues = {
  ...{ name: '', terms: 'prepaid', minimum: '', creditLimit: '', notes: '' },
  ...{ certificateNumber: '', certificateState: '', certificateEndsOn: '', addresses: [], people: [] },
};

export function valuesOf(account: Account): AccountValues {
  const { name, terms, minimumCents, creditLimitCents, notes, certificate, addresses, people } = account;
  return {
    name,
    terms: terms ?? 'prepaid',
    minimum: dollarsText(minimumCents),
    creditLimit: dollarsText(creditLimitCents),
    notes,
    certificateNumber: certificate?.number ?? '',
    certificateState: certificate?.state ?? '',
    certificateEndsOn: certificate?.endsOn ?? '',
    addresses: addresses.map(({ label, addressLine2, ...rest }) => ({
      ...rest,
      label: label ?? '',
      addressLine2: addressLine2 ?? '',
    })),
    people: people.map(({ phone, ...rest }) => ({ ...rest, phone: phone ?? '' })),
  };
}

/** The part of an account that the form edits. */
export const snapshotOf = (account: Account): Record<string, string> =>
  Object.fromEntries(Object.entries(valuesOf(account)).map(([name, value]) => [name, JSON.stringify(value)]));

/** The form's field of a path in the call's input. */
const FIELDS: Readonly<Record<string, Path<AccountValues>>> = {
  minimumCents: 'minimum',
  creditLimitCents: 'creditLimit',
  'certificate.number': 'certificateNumber',
  'certificate.state': 'certificateState',
  'certificate.endsOn': 'certificateEndsOn',
};

/** @returns the fields to send, or the errors by field */
export function readValues(values: AccountValues): { fields: AccountFields } | { errors: AccountError[] } {
  const { minimum, creditLimit, certificateNumber, certificateState, certificateEndsOn, people, ...same } = values;
  const hasCertificate = [certificateNumber, certificateState, certificateEndsOn].some((text) => text.trim() !== '');
  const fields = {
    ...same,
    minimumCents: typedCents(minimum),
    creditLimitCents: typedCents(creditLimit),
    certificate: hasCertificate
      ? { number: certificateNumber, state: certificateState, endsOn: certificateEndsOn || null }
      : null,
    people: people.map(({ id, phone, ...rest }) => ({ ...rest, phone: phone.trim() || null, ...(id && { id }) })),
  };
  const { success, error } = accountInputSchema.safeParse(fields);
  if (success) return { fields: fields as AccountFields };
  return {
    errors: error.issues.map(({ path, message }) => {
      const field = path.join('.');
      return { field: FIELDS[field] ?? (field as Path<AccountValues>), issue: message };
    }),
  };
}

/** The schema refuses `NaN`. */
const typedCents = (text: string): number | null => (text.trim() === '' ? null : (parseDollars(text) ?? Number.NaN));
