import { Fragment } from 'react';
import type { Order } from '#shared/orders/admin-orders.ts';
import { CARRIERS, trackingUrl } from '#shared/shipping/carriers.ts';
import { trackingNumbersOf } from '#shared/shipping/tracking.ts';

/** The tracking numbers of an order, each with a link to its carrier's page if the carrier is known. */
export function TrackingLink({ order }: { order: Pick<Order, 'trackingNumber' | 'trackingCarrier'> }) {
  const { trackingNumber, trackingCarrier } = order;
  const carrier = CARRIERS.find((name) => name === trackingCarrier);
  if (!carrier) return <span className="font-semibold">{trackingNumber}</span>;
  return trackingNumbersOf(trackingNumber).map((number, i) => (
    <Fragment key={number}>
      {i > 0 && ', '}
      <a
        className="link font-semibold [overflow-wrap:anywhere]"
        href={trackingUrl(carrier, number)}
        target="_blank"
        rel="noreferrer"
      >
        {number}
      </a>
    </Fragment>
  ));
}
