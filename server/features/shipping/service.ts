import { createHash } from 'node:crypto';
import { freeShipping } from '#brand/shipping.ts';
import type { TaxPlace } from '#server/db/tax-rule.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import { FALLBACK_LANGUAGE, type Language } from '#shared/core/language.ts';
import { parseZip } from '#shared/places/zip.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { freeServiceName } from '#shared/shipping/free-service.ts';
import { isFreeShipping } from '#shared/shipping/free-shipping.ts';
import { isKept } from '#shared/shipping/heat.ts';
import type { Promised } from '#shared/shipping/promises.ts';
import type { ShippingRules } from '#shared/shipping/rules.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { normalizeState } from '#shared/shipping/shipping.ts';
import { allowRates, type HeatNote, heatOf, requireCool } from './heat.ts';
import type { Parcel, Rate, RateSource } from './rate-source.ts';
import { isMainland } from './rate-table.ts';
import {
  type AtQuote,
  deleteQuotesExpiredBefore,
  findQuoteWith,
  insertQuote,
  listQuotedPrices,
  type RateChoice,
  shortenQuotes,
} from './repository.ts';
import type { QuotedPrice } from './schema.ts';

export { heatOf, requireNoHold } from './heat.ts';
export type { AtQuote };

export type ShippingDeps = Pick<BaseDeps, 'db' | 'config' | 'clock' | 'shippingRules' | 'changedText'> & {
  rates: RateSource;
};
/** Items and address of a quote; `subtotalCents` in US cents, without shipping and before any discount. */
export type Shipment = Parcel & {
  subtotalCents: number;
  /** The code that makes shipping free, regardless of the rules. */
  freeByCode?: string | undefined;
};

/** The rates offered for one cart and address, with the quote's id. */
export type Quote = { quoteId: string; rates: (Rate & Promised)[]; heat: HeatNote } & AtQuote;

/** A source that returns thousands of rates is broken; a shopper needs a handful. */
const MAX_RATES = 20;
const MINUTE_MS = 60_000;
/** How long an offered rate can be paid. */
export const QUOTE_MINUTES = 30;
const DAY_MS = 86_400_000;

const weightOf = ({ lines }: Pick<Parcel, 'lines'>) =>
  lines.reduce((sum, { weightOz, quantity }) => sum + weightOz * quantity, 0);

/**
 * The price of a parcel by each service, cheapest first: the source's prices, or the owner's flat price for the
 * cheapest.
 *
 * @throws AppError `address_unserved` · `rates_failed` · `rates_timeout`
 */
export async function listPaidRates(
  deps: Pick<ShippingDeps, 'rates' | 'shippingRules'>,
  parcel: Parcel,
): Promise<Rate[]> {
  return withFlatRate(await deps.rates.listRates(parcel), deps.shippingRules(), parcel);
}

/** No service is cheaper than the flat one, so that a higher price always means a faster service. */
function withFlatRate(rates: Rate[], { flat }: Pick<ShippingRules, 'flat'>, parcel: Parcel): Rate[] {
  const zip = parseZip(parcel.address.zipCode);
  if (!flat.isOn || zip === null || !isMainland(zip)) return rates;
  if (flat.upToOz !== null && weightOf(parcel) > flat.upToOz) return rates;
  return rates.map((rate, index) => ({
    ...rate,
    amountCents: index === 0 ? flat.cents : Math.max(rate.amountCents, flat.cents),
  }));
}

/**
 * Asks the rate source, adds the free rate if it applies, and removes what the heat rules forbid. Stores the answer as
 * a quote that is valid for exactly these items and this address for `QUOTE_MINUTES`.
 *
 * @param language of the free rate's name; the other names are the carriers' own
 * @throws AppError `address_unserved` · `rates_failed` · `rates_timeout` · `heat_hold` · `heat_closed` · `heat_service`
 */
export async function quoteShipping(deps: ShippingDeps, shipment: Shipment, language: Language): Promise<Quote> {
  // The shop ships only within the country: other addresses are refused without asking the rate source.
  if (parseZip(shipment.address.zipCode) === null) throw new AppError('address_unserved');
  const paid = await listPaidRates(deps, shipment);
  if (paid.length === 0) throw new AppError('rates_failed');
  const all = withFreeRate(paid, deps, shipment, language);
  const createdAt = deps.clock.now();
  const { rates: allowed, heat } = allowRates(deps, all, { ...shipment, moment: createdAt }, language);
  const promised = allowed.slice(0, MAX_RATES);
  const expiresAt = new Date(createdAt.getTime() + QUOTE_MINUTES * MINUTE_MS);
  const quote = {
    fingerprint: fingerprintOf(shipment),
    itemsFingerprint: fingerprintOf({ ...shipment, subtotalCents: null }),
    prices: shipment.lines.map(({ id, priceCents }) => ({ id, priceCents })),
    rates: promised,
    createdAt,
    expiresAt,
  };
  const { id, ...at } = await insertQuote(deps.db, quote, placeOf(shipment, createdAt));
  return { quoteId: id, rates: promised, heat, ...at };
}

/** The paid rates, and before them the free one if it applies. */
function withFreeRate(
  paid: readonly Rate[],
  deps: Pick<ShippingDeps, 'shippingRules' | 'changedText'>,
  { address, freeByCode, subtotalCents, lines }: Shipment,
  language: Language,
): Rate[] {
  const parcel = { subtotalCents, weightOz: weightOf({ lines }) };
  if (freeByCode === undefined && !isFreeShipping(deps.shippingRules().free, parcel, address)) return [...paid];
  const service = freeServiceName(deps.changedText)[language];
  return [{ service, carrier: freeShipping.carrier, amountCents: 0, estimatedDays: freeShipping.days }, ...paid];
}

/**
 * The cheapest rate that a checkout would offer now, with its days; it stores nothing. `null` if only a carrier knows
 * it, or if nothing can be sent there now.
 */
export async function findCheapestRate(
  deps: Omit<ShippingDeps, 'db'>,
  shipment: Shipment,
): Promise<(Rate & Promised) | null> {
  try {
    const paid = deps.config.shippo ? [] : await listPaidRates(deps, shipment);
    const all = withFreeRate(paid, deps, shipment, FALLBACK_LANGUAGE);
    const { rates } = allowRates(deps, all, { ...shipment, moment: deps.clock.now() }, FALLBACK_LANGUAGE);
    const [first] = rates.sort((a, b) => a.amountCents - b.amountCents || (a.arriveBy < b.arriveBy ? -1 : 1));
    return first ?? null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The quoted rate that a shopper chose: same service, carrier and cents, for this shipment, not expired, and still
 * allowed by the heat rules.
 *
 * @param named the rate of the quote that must match; `null` when the caller sent no ids
 * @throws AppError `heat_hold` · `heat_closed` · `heat_service` it was quoted, but the heat rules now forbid it
 */
export async function findQuotedRate(
  deps: Pick<ShippingDeps, 'db' | 'clock' | 'shippingRules'>,
  shipment: Shipment,
  choice: RateChoice,
  named: { quoteId: string; index: number } | null = null,
  language: Language = FALLBACK_LANGUAGE,
): Promise<({ rate: Rate & Partial<Promised> } & AtQuote) | null> {
  const now = deps.clock.now();
  const { service, carrier, amountCents } = choice;
  const rate = { service, carrier, amountCents };
  const by = { fingerprint: fingerprintOf(shipment), rate, now, quoteId: named?.quoteId };
  const found = await findQuoteWith(deps.db, by, placeOf(shipment, now));
  if (!found) return null;
  const { rates, ...at } = found;
  const candidates = named ? rates.slice(named.index, named.index + 1) : rates;
  const match = candidates.find(
    (each) => each.service === service && each.carrier === carrier && each.amountCents === amountCents,
  );
  if (!match) return null;
  const parcel = { ...shipment, moment: now };
  requireCool(deps, parcel, match.estimatedDays, language);
  const heat = heatOf(deps, parcel, match.estimatedDays);
  if (match.shipBy !== undefined && heat.verdict === 'ok' && !isKept({ shipBy: match.shipBy }, heat)) return null;
  return { rate: match, ...at };
}

/** The ZIP code decides the destination; the state is typed text. */
const placeOf = ({ address }: Parcel, now: Date): TaxPlace => ({
  state: stateOfZip(address.zipCode),
  day: shopDay(now),
});

/**
 * The prices in the newest unexpired quote for these items and this address, whatever they are.
 *
 * @param quoteId restricts the search to this quote
 */
export async function findQuotedPrices(
  { db, clock }: Pick<ShippingDeps, 'db' | 'clock'>,
  shipment: Shipment,
  quoteId: string | undefined,
): Promise<QuotedPrice[] | null> {
  const quotes = await listQuotedPrices(db, fingerprintOf({ ...shipment, subtotalCents: null }), clock.now());
  return quotes.find(({ id }) => quoteId === undefined || id === quoteId)?.prices ?? null;
}

/** Deletes quotes a day after their expiry, and limits every expiry to that of a quote made now. */
export async function deleteOldQuotes({ db, clock }: Pick<ShippingDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  // One minute more: other instances' clocks may be slightly ahead.
  await shortenQuotes(db, new Date(now + (QUOTE_MINUTES + 1) * MINUTE_MS));
  return deleteQuotesExpiredBefore(db, new Date(now - DAY_MS));
}

/** Case and spaces do not matter to a carrier and do not change the fingerprint. */
function fingerprintOf({
  lines,
  address,
  subtotalCents,
  freeByCode,
}: Omit<Shipment, 'subtotalCents'> & { subtotalCents: number | null }): string {
  const items = lines.map((line) => [line.id, line.quantity] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = [items, subtotalCents, ...addressParts(address), ...(freeByCode === undefined ? [] : [freeByCode])];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function addressParts(address: ShippingAddress): string[] {
  const { addressLine1, addressLine2, city, state, zipCode } = address;
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().normalize('NFC').toLowerCase();
  return [
    plain(addressLine1),
    plain(addressLine2 ?? ''),
    plain(city),
    normalizeState(state),
    parseZip(zipCode) ?? plain(zipCode),
  ];
}
