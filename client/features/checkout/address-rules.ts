import * as z from 'zod/mini';
import * as m from '#messages';
import { type AddressInput, addressSchema } from '#shared/checkout.ts';
import { emailErrorText } from '../../lib/email-error.ts';
import { getLanguage } from '../../lib/language.ts';
import type { AddressDraft } from './checkout-machine.ts';

export type AddressField = keyof AddressDraft;
export type AddressErrors = Partial<Record<AddressField, string>>;

/** The form's values for the server; an unset language is the page's. */
export function toAddressInput(draft: AddressDraft): AddressInput {
  return { ...draft, preferredLanguage: draft.preferredLanguage ?? getLanguage() };
}

/** The first error code of each field. Empty when the form is valid. */
export function findAddressErrors(draft: AddressDraft): AddressErrors {
  const result = z.safeParse(addressSchema, toAddressInput(draft));
  const errors: AddressErrors = {};
  for (const issue of result.error?.issues ?? []) errors[issue.path[0] as AddressField] ??= issue.message;
  return errors;
}

export function addressErrorText(field: AddressField, code: string): string {
  if (code === 'too_long') return m.checkout_too_long();
  if (code === 'text_unsafe') return m.checkout_unsafe();
  switch (field) {
    case 'fullName':
      return m.checkout_missing_name();
    case 'email':
      return emailErrorText(code) ?? m.checkout_invalid_email();
    case 'phone':
      return m.checkout_short_phone();
    case 'city':
      return m.checkout_missing_city();
    case 'state':
      return m.checkout_missing_state();
    case 'zipCode':
      return zipErrorText(code);
    default:
      return m.checkout_missing_street();
  }
}

function zipErrorText(code: string): string {
  switch (code) {
    case 'zip_invalid':
      return m.checkout_zip_invalid();
    case 'zip_unknown':
      return m.checkout_zip_unknown();
    case 'zip_abroad':
      return m.checkout_zip_abroad();
    default:
      return m.checkout_short_zip();
  }
}
