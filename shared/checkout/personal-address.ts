import { addressSchema, type CheckoutAddress } from './checkout.ts';
import { ERASED_TEXT } from './person.ts';

/** What tax law asks to keep; of the ZIP code the first five digits, since the last four name a block or one mailbox. */
type Kept = 'state' | 'zipCode' | 'preferredLanguage';
const KEPT: readonly string[] = ['state', 'zipCode', 'preferredLanguage'] satisfies Kept[];

type Erased<Value> = null extends Value ? null : undefined extends Value ? null : string;
type ErasedAddress = { [Name in Exclude<keyof CheckoutAddress, Kept>]: Erased<CheckoutAddress[Name]> };

/**
 * What takes the place of a person's address in checkouts and orders: each field of the form but those that are kept, also
 * one that the form gains later.
 */
export const ERASED_ADDRESS = Object.fromEntries(
  Object.entries(addressSchema.shape)
    .filter(([name]) => !KEPT.includes(name))
    .map(([name, field]) => [name, field.safeParse(null).success ? null : ERASED_TEXT]),
) as ErasedAddress;

/** The names of the form's fields, of which an order has columns of the same name, but for `fullName`. */
export const ADDRESS_FIELDS = Object.keys(addressSchema.shape) as (keyof CheckoutAddress)[];

type Held = { [Name in keyof CheckoutAddress]?: CheckoutAddress[Name] | null };

/** An address in the copy that a person gets, in names that they understand; one that the form gains later under its own. */
export function describeAddress({ preferredLanguage: _, ...address }: Held) {
  const {
    fullName,
    email,
    phone,
    addressLine1,
    addressLine2,
    city,
    state,
    zipCode,
    recipientName,
    giftNote,
    ...others
  } = address;
  return {
    name: fullName,
    email,
    phone,
    address: { line1: addressLine1, line2: addressLine2, city, state, zip: zipCode },
    gift: { recipient: recipientName ?? null, note: giftNote ?? null },
    ...others,
  };
}
