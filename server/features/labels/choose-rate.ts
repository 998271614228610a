import type { LabelOffer } from './carrier.ts';

type Service = { service: string | null; carrier: string | null };

/** The offer of exactly this service. */
export function findOffer(offers: readonly LabelOffer[], { service, carrier }: Service): LabelOffer | null {
  return offers.find((offer) => offer.service === service && offer.carrier === carrier) ?? null;
}

/** The service that the customer chose, or else the cheapest. */
export function chooseRate(offers: readonly LabelOffer[], paid: Service): LabelOffer | null {
  return findOffer(offers, paid) ?? cheapestFirst(offers)[0] ?? null;
}

export function cheapestFirst(offers: readonly LabelOffer[]): LabelOffer[] {
  return offers.toSorted((a, b) => a.costCents - b.costCents);
}
