import type { LabelOffer } from './carrier.ts';

type Offer = Pick<LabelOffer, 'service' | 'carrier' | 'costCents'>;
type Service = { service: string | null; carrier: string | null };

/** The offer of exactly this service. */
export function findOffer<T extends Offer>(offers: readonly T[], { service, carrier }: Service): T | null {
  return offers.find((offer) => offer.service === service && offer.carrier === carrier) ?? null;
}

/** The service that the customer chose, or else the cheapest. */
export function chooseRate<T extends Offer>(offers: readonly T[], paid: Service): T | null {
  return findOffer(offers, paid) ?? cheapestFirst(offers)[0] ?? null;
}

export function cheapestFirst<T extends Offer>(offers: readonly T[]): T[] {
  return offers.toSorted((a, b) => a.costCents - b.costCents);
}
