import { isDeepStrictEqual } from 'node:util';
import type { BaseDeps } from '#server/deps.ts';
import type { OrderRow } from '#server/features/orders/service.ts';
import { divideLines, measuredLines } from '#server/features/shipping/parcels.ts';
import type { Parcel } from '#server/features/shipping/rate-source.ts';
import { heatOf } from '#server/features/shipping/service.ts';
import { toProduct } from '#shared/catalogue/brand-products.ts';
import { parcelName } from '#shared/checkout/gift.ts';
import { linesToSend } from '#shared/orders/orders.ts';
import type { LabelItem, MeasuredParcel } from '#shared/shipping/labels.ts';
import { FAST_DAYS } from '#shared/shipping/rules.ts';
import type { LabelCarrier, LabelOffer, LabelRequest, Refusal } from './carrier.ts';
import { cheapestFirst, chooseRate, findOffer } from './choose-rate.ts';
import type { AskedLabel } from './schema.ts';

type Deps = BaseDeps & { carrier: LabelCarrier };

/**
 * A service for every parcel of an order: `costCents` is the sum, `parts` are the prices, `days` those of the slowest.
 */
export type OfferForAll = Omit<LabelOffer, 'rateId'> & { parts: number[] };

/** What to buy for some items of an order: a label for each parcel, or the reason why none can be bought. */
export type LabelPlan = { items: LabelItem[]; asked: AskedLabel[] } | ({ items: LabelItem[] } & Refusal);

/** The parcels of these items by the current catalogue. `null`: a product was deleted, so its weight is unknown. */
export function parcelsOf(
  deps: Pick<Deps, 'catalogue'>,
  items: readonly LabelItem[],
  measured: MeasuredParcel | undefined,
): Parcel['lines'][] | null {
  if (measured) return [measuredLines(measured)];
  const { find } = deps.catalogue();
  const lines: Parcel['lines'][number][] = [];
  for (const { id, quantity } of items) {
    const fields = find(id);
    const product = fields && toProduct(fields);
    if (!product) return null;
    const { name, priceCents, weightOz, parcelInches } = product;
    lines.push({ id, name: name.en, quantity, priceCents, weightOz, parcelInches });
  }
  return lines.length > 0 ? divideLines(lines) : null;
}

export function requestOf(order: OrderRow, lines: Parcel['lines']): LabelRequest {
  const { addressLine1, addressLine2, city, state, zipCode, phone, email } = order;
  return {
    parcel: { lines, address: { addressLine1, addressLine2, city, state, zipCode } },
    recipient: { name: parcelName(order), phone, email },
  };
}

/** The carrier's offers for one parcel, without services that the heat rules forbid today. */
export async function listOffers(deps: Deps, request: LabelRequest): Promise<LabelOffer[] | Refusal> {
  const found = await deps.carrier.listOffers(request);
  if ('refused' in found || found.length === 0) return found;
  const { lines, address } = request.parcel;
  const parcel = { lines, address, moment: deps.clock.now() };
  // A service without days may be too slow.
  const cool = found.filter(({ days }) => heatOf(deps, parcel, days ?? FAST_DAYS + 1).verdict === 'ok');
  return cool.length > 0 ? cool : { refused: 'too_hot' };
}

/** The services that take each of these parcels. Equal parcels are priced once. */
export async function listOffersForAll(
  deps: Deps,
  order: OrderRow,
  parcels: readonly Parcel['lines'][],
): Promise<OfferForAll[] | Refusal> {
  const kinds = parcels.filter((lines, i) => parcels.findIndex((other) => isDeepStrictEqual(other, lines)) === i);
  const found = await Promise.all(kinds.map((lines) => listOffers(deps, requestOf(order, lines))));
  const offersOf = (lines: Parcel['lines']) => found[kinds.findIndex((kind) => isDeepStrictEqual(kind, lines))] ?? [];
  const all: LabelOffer[][] = [];
  for (const offers of parcels.map(offersOf)) {
    if ('refused' in offers) return offers;
    all.push(offers);
  }
  const [first = [], ...others] = all;
  const sums = first.flatMap((offer): OfferForAll[] => {
    const same = others.flatMap((offers) => findOffer(offers, offer) ?? []);
    if (same.length < others.length) return [];
    const parts = [offer, ...same];
    const days = parts.map((part) => part.days);
    const { carrier, service } = offer;
    return [
      {
        carrier,
        service,
        costCents: parts.reduce((sum, part) => sum + part.costCents, 0),
        days: days.some((each) => each === null) ? null : Math.max(...days.map(Number)),
        parts: parts.map((part) => part.costCents),
      },
    ];
  });
  return sums.length > 0 ? cheapestFirst(sums) : { refused: 'no_rate' };
}

/**
 * What to buy for these items. One parcel is priced when it is bought; several are priced before the first purchase, so
 * that their sum stays within the price that the owner saw.
 */
export async function planLabels(
  deps: Deps,
  order: OrderRow,
  items: LabelItem[],
  asked: AskedLabel,
): Promise<LabelPlan> {
  const parcels = parcelsOf(deps, items, asked.parcel) ?? [];
  if (parcels.length <= 1) {
    const isWhole = isDeepStrictEqual(items, toItems(linesToSend(order.lines)));
    return { items, asked: [isWhole ? asked : { ...asked, items }] };
  }
  const offers = await listOffersForAll(deps, order, parcels);
  const offer = 'refused' in offers ? offers : takeOffer(offers, asked, order);
  if ('refused' in offer) return { items, refused: offer.refused };
  const { service, carrier, parts } = offer;
  return {
    items,
    asked: parcels.map((lines, i) => ({
      items: toItems(lines),
      service,
      carrier,
      mostCents: asked.mostCents === undefined ? undefined : parts[i],
    })),
  };
}

export const toItems = (lines: readonly LabelItem[]): LabelItem[] =>
  lines.map(({ id, quantity }) => ({ id, quantity }));

/** The offer that the owner asked for, if it costs no more than the owner saw. */
export function takeOffer<T extends Omit<LabelOffer, 'rateId'>>(
  offers: readonly T[],
  { service, carrier, mostCents }: AskedLabel,
  order: OrderRow,
): T | Refusal {
  const offer = service && carrier ? findOffer(offers, { service, carrier }) : chooseRate(offers, paidService(order));
  if (!offer) return { refused: service ? 'service_gone' : 'no_rate' };
  return mostCents !== undefined && offer.costCents > mostCents ? { refused: 'dearer' } : offer;
}

export const paidService = ({ shippingMethod, shippingCarrier }: OrderRow) => ({
  service: shippingMethod,
  carrier: shippingCarrier,
});
