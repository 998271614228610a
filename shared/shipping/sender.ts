import { facts } from '#brand/facts.ts';
import { COUNTRY } from '#shared/checkout/limits.ts';
import type { KnownFacts, PostalAddress } from '#shared/content/shop-facts.ts';

/** The sender and origin of a parcel, for carriers, labels and packing slips. */
export type Sender = PostalAddress & { name: string; country: string; phone: string; email: string };

type SenderFacts = Pick<KnownFacts, 'address' | 'shipsFrom' | 'phone' | 'email'> & Partial<Pick<KnownFacts, 'name'>>;

export function senderOf({ name = facts.name, address, shipsFrom, phone, email }: SenderFacts): Sender {
  const { street, city, state, zipCode } = shipsFrom ?? address;
  return { name, street, city, state, zipCode, country: COUNTRY, phone, email };
}
