import { facts } from '#brand/facts.ts';
import { COUNTRY } from '#shared/checkout/limits.ts';
import type { KnownFacts, PostalAddress } from '#shared/content/shop-facts.ts';

/** The sender and origin of a parcel, for carriers, labels and packing slips. */
export type Sender = PostalAddress & { name: string; country: string; phone: string; email: string };

export function senderOf({ address, shipsFrom, phone, email }: Omit<KnownFacts, 'hours' | 'phoneHref'>): Sender {
  const { street, city, state, zipCode } = shipsFrom ?? address;
  return { name: facts.name, street, city, state, zipCode, country: COUNTRY, phone, email };
}
