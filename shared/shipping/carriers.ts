/** docs/specification.md#tracking; the first one is the default of the tracking dialog. */
export const CARRIERS = ['USPS', 'UPS', 'FedEx'] as const;
export type Carrier = (typeof CARRIERS)[number];

const TRACKING_PAGES: Record<Carrier, string> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
};

/** The carrier's tracking page of a parcel; the number is encoded, so it cannot lead to another page. */
export function trackingUrl(carrier: Carrier, trackingNumber: string): string {
  // An unpaired surrogate cannot be encoded.
  return TRACKING_PAGES[carrier] + encodeURIComponent(trackingNumber.replace(/\p{Surrogate}/gu, '\ufffd'));
}
