import type { Order } from '#shared/admin-orders.ts';
import { CARRIERS, trackingUrl } from '#shared/carriers.ts';

/** A tracking number that links to its carrier's page, for a known carrier. */
export function TrackingLink({ order }: { order: Pick<Order, 'trackingNumber' | 'trackingCarrier'> }) {
  const { trackingNumber, trackingCarrier } = order;
  const carrier = CARRIERS.find((name) => name === trackingCarrier);
  if (!trackingNumber || !carrier) return <span className="font-semibold">{trackingNumber}</span>;
  return (
    <a
      className="link font-semibold [overflow-wrap:anywhere]"
      href={trackingUrl(carrier, trackingNumber)}
      target="_blank"
      rel="noreferrer"
    >
      {trackingNumber}
    </a>
  );
}
