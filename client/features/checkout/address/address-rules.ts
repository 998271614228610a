import * as z from 'zod/mini';
import * as m from '#messages';
import { type AddressInput, addressSchema } from '#shared/checkout/checkout.ts';
import { readIssue } from '#shared/core/issue.ts';
import { faultInState } from '#shared/places/zip-states.ts';
import { emailErrorText } from '../../../lib/email-error.ts';
import { getLanguage } from '../../../lib/language.ts';
import type { AddressDraft } from '../checkout-machine.ts';

export type AddressField = keyof AddressDraft;
export type AddressErrors = Partial<Record<AddressField, string>>;

/** The form's values for the server; an unset language is the page's. */
export function toAddressInput(draft: AddressDraft): AddressInput {
  return { ...draft, preferredLanguage: draft.preferredLanguage ?? getLanguage() };
}

/** The first error of each field, as a message of the schema (`readIssue`). Empty when the form is valid. */
export function findAddressErrors(draft: AddressDraft): AddressErrors {
  const result = z.safeParse(addressSchema, toAddressInput(draft));
  const errors: AddressErrors = {};
  for (const issue of result.error?.issues ?? []) errors[issue.path[0] as AddressField] ??= issue.message;
  // The schema compares fields only when all are valid; these two are compared as soon as they are.
  const fault = errors.zipCode ? null : faultInState(draft);
  if (fault !== null) errors.zipCode = fault;
  return errors;
}

export function addressErrorText(field: AddressField, message: string): string {
  const { code, values } = readIssue(message);
  if (code === 'too_long') return m.checkout_too_long();
  if (code === 'text_unsafe') return m.checkout_unsafe();
  switch (field) {
    case 'fullName':
      return m.checkout_missing_name();
    case 'email':
      return emailErrorText(message) ?? m.checkout_invalid_email();
    case 'phone':
      return m.checkout_short_phone();
    case 'city':
      return m.checkout_missing_city();
    case 'state':
      return m.checkout_missing_state();
    case 'zipCode':
      return zipErrorText(code, values);
    default:
      return m.checkout_missing_street();
  }
}

function zipErrorText(code: string, { state = '' }: Readonly<Record<string, string>>): string {
  switch (code) {
    case 'zip_invalid':
      return m.checkout_zip_invalid();
    case 'zip_unknown':
      return m.checkout_zip_unknown();
    case 'zip_abroad':
      return m.checkout_zip_abroad();
    case 'zip_state':
      return m.checkout_zip_state({ state });
    default:
      return m.checkout_short_zip();
  }
}
