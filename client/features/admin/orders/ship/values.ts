import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { CARRIERS, type Carrier } from '#shared/shipping/carriers.ts';
import { cleanTrackingNumber, fittingCarriers, isRounded } from '#shared/shipping/tracking.ts';
import type { Shipment } from './api.ts';

/** A flat object, so that each field is stored separately: the number under the id, the selected carrier beside it. */
export type ShipValues = Record<string, string>;
export const numberOf = (id: string) => `number ${id}`;
export const carrierOf = (id: string) => `carrier ${id}`;

export const emptyValues = (orders: readonly Order[]): ShipValues =>
  Object.fromEntries(
    orders.flatMap(({ id }) => [
      [numberOf(id), ''],
      [carrierOf(id), ''],
    ]),
  );

const typedNumber = ({ id }: Order, values: ShipValues) => cleanTrackingNumber(values[numberOf(id)] ?? '');

/** Whether a line's number is unusable because a spreadsheet has rounded it. */
export const hasRounded = (order: Order, values: ShipValues): boolean => isRounded(typedNumber(order, values));

/** The parcel of a line, with the selected carrier or that of the number; `null` without a usable number. */
export function shipmentOf(order: Order, values: ShipValues): Shipment | null {
  const trackingNumber = typedNumber(order, values);
  if (trackingNumber === '' || isRounded(trackingNumber)) return null;
  const chosen = CARRIERS.find((carrier) => carrier === values[carrierOf(order.id)]);
  const carrier = chosen ?? fittingCarriers(trackingNumber)[0] ?? (CARRIERS[0] as Carrier);
  return { order, trackingNumber, carrier };
}

/** Whether the carrier needs no check: there is no number yet, or it fits only this carrier. */
export function isCarrierKnown(parcel: Shipment | null): boolean {
  if (!parcel) return true;
  const fitting = fittingCarriers(parcel.trackingNumber);
  return fitting.length === 1 && fitting[0] === parcel.carrier;
}

/** Questions before saving: numbers that do not fit their carrier, and duplicate numbers. */
export function oddTexts(shipments: readonly Shipment[]): string[] {
  const numbers = shipments.map(({ trackingNumber }) => trackingNumber);
  const isTwice = (trackingNumber: string) => numbers.indexOf(trackingNumber) !== numbers.lastIndexOf(trackingNumber);
  return shipments.flatMap(({ order, trackingNumber, carrier }) => {
    const number = orderNumber(order.id);
    if (isTwice(trackingNumber)) return m.admin_ship_twice({ number, tracking: trackingNumber });
    if (fittingCarriers(trackingNumber).includes(carrier)) return [];
    return m.admin_ship_odd({ number, tracking: trackingNumber, carrier });
  });
}
