import { addressSchema, type CheckoutAddress } from './checkout.ts';
import { ERASED_TEXT } from './person.ts';

/** Fields that tax law requires to keep. The ZIP is cut to five digits: the last four identify a block or a mailbox. */
type Kept = 'state' | 'zipCode' | 'preferredLanguage';
const KEPT: readonly string[] = ['state', 'zipCode', 'preferredLanguage'] satisfies Kept[];

type Erased<Value> = null extends Value ? null : undefined extends Value ? null : string;
type ErasedAddress = { [Name in Exclude<keyof CheckoutAddress, Kept>]: Erased<CheckoutAddress[Name]> };

/**
 * The erased form of an address in checkouts and orders. It covers every field of the form except the kept ones, and so
 * includes fields added later.
 */
export const ERASED_ADDRESS = Object.fromEntries(
  Object.entries(addressSchema.shape)
    .filter(([name]) => !KEPT.includes(name))
    .map(([name, field]) => [name, field.safeParse(null).success ? null : ERASED_TEXT]),
) as ErasedAddress;

/** The names of the form's fields. An order has columns of the same names, except for `fullName`. */
export const ADDRESS_FIELDS = Object.keys(addressSchema.shape) as (keyof CheckoutAddress)[];

type Held = { [Name in keyof CheckoutAddress]?: CheckoutAddress[Name] | null };

/**
 * An address for the copy of personal data, with readable labels; fields added to the form later appear under their own
 * name.
 */
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
