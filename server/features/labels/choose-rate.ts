import type { LabelOffer, LabelRequest } from './carrier.ts';

/** The service that the customer chose, or else the cheapest. */
export function chooseRate(offers: readonly LabelOffer[], wanted: LabelRequest['wanted']): LabelOffer | null {
  const same = offers.find(({ service, carrier }) => service === wanted.service && carrier === wanted.carrier);
  return same ?? offers.toSorted((a, b) => a.costCents - b.costCents)[0] ?? null;
}
