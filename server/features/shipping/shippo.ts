import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import type { BaseDeps, Logger } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { COUNTRY, DEFAULT_SHIPPING_DAYS } from '#shared/checkout/checkout.ts';
import { lineText } from '#shared/core/fields.ts';
import { textToCents } from '#shared/core/money.ts';
import { type Sender, senderOf } from '#shared/shipping/sender.ts';
import { customsDeclaration } from './customs.ts';
import { type PackedParcel, packParcels } from './parcels.ts';
import { deliversTo, unserved } from './postal-only.ts';
import type { Parcel, Rate, RateSource } from './rate-source.ts';

export const API_URL = 'https://api.goshippo.com';
/** The API version that this file was written for. */
const API_VERSION = '2018-02-08';
/** Leaves time to answer the shopper within 8 s. */
export const SHIPPO_LIMIT_MS = 7_500;
const MAX_DAYS = 30;
const MAX_NAME = 35;

/** The fields of a rate that we use. Rates that do not match are omitted. */
const rateSchema = z.object({
  provider: lineText(60),
  servicelevel: z.object({ name: lineText(120) }),
  amount: z.string().check(z.maxLength(12)),
  currency: z.literal('USD'),
  estimated_days: z.nullish(z.int().check(z.minimum(1), z.maximum(MAX_DAYS))),
});
const answerSchema = z.object({ rates: z.array(z.unknown()) });

/** Equal parcels of one order. */
type Kind = { parcel: PackedParcel; count: number };
/** The maximum of calls for one quote. */
const MAX_KINDS = 10;

function kindsOf(parcels: readonly PackedParcel[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const parcel of parcels) {
    const key = JSON.stringify(parcel);
    kinds.set(key, { parcel, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
}

/** The services that take every parcel, with the sum of the prices and the days of the slowest. */
function addUp(kinds: readonly (Kind & { rates: Rate[] })[]): Rate[] {
  const [first, ...others] = kinds;
  const sums = (first?.rates ?? []).flatMap((rate): Rate[] => {
    const same = others.map(({ count, rates }) => {
      const found = rates.find(({ service, carrier }) => service === rate.service && carrier === rate.carrier);
      return found && { count, rate: found };
    });
    const parts = [{ count: first?.count ?? 1, rate }, ...same];
    if (!parts.every((part) => part !== undefined)) return [];
    return [
      {
        ...rate,
        amountCents: parts.reduce((sum, part) => sum + part.count * part.rate.amountCents, 0),
        estimatedDays: Math.max(...parts.map((part) => part.rate.estimatedDays)),
      },
    ];
  });
  return sums.sort((a, b) => a.amountCents - b.amountCents);
}

/**
 * Carriers' rates from Shippo. Each parcel is a separate shipment, because USPS takes one parcel per shipment.
 *
 * @see https://docs.goshippo.com/docs/shipments/multipieceshipment
 */
export function shippoRates(
  { token, apiUrl = API_URL }: NonNullable<Config['shippo']>,
  facts: BaseDeps['facts'],
): RateSource {
  return {
    async listRates({ lines, address }) {
      const kinds = kindsOf(packParcels(lines));
      if (kinds.length > MAX_KINDS)
        throw new AppError('rates_failed', { cause: new Error('too many kinds of parcels') });
      const sender = senderOf(facts());
      const ask = ({ parcel }: Kind) =>
        post(`${apiUrl}/shipments/`, token, toShipment({ parcel, address, lines }, sender));
      const rates = addUp(await Promise.all(kinds.map(async (kind) => ({ ...kind, rates: toRates(await ask(kind)) }))));
      if (rates.length === 0) throw new AppError('rates_failed', { cause: new Error('Shippo gave no usable rate') });
      // Some carriers quote a price for a post office box that they do not deliver to.
      const served = rates.filter(({ carrier }) => deliversTo(carrier, address));
      if (served.length === 0) throw unserved(address);
      return served;
    },
  };
}

/** Uses the second source when the first one fails, if the owner's settings enable it. */
export function withFallback(first: RateSource, second: RateSource, log: Logger): RateSource {
  return {
    async listRates(parcel) {
      try {
        return await first.listRates(parcel);
      } catch (error) {
        log.warn({ err: error }, 'Shippo failed, the built-in table answers');
        return second.listRates(parcel);
      }
    },
  };
}

export function shippoHeaders(token: string): Record<string, string> {
  return { authorization: `ShippoToken ${token}`, 'shippo-api-version': API_VERSION };
}

async function post(url: string, token: string, body: object): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...shippoHeaders(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(SHIPPO_LIMIT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Shippo answered ${answer.status}`);
    return JSON.parse(text);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    throw new AppError(isTimeout ? 'rates_timeout' : 'rates_failed', { cause: error });
  }
}

/** @param recipient only for a label: name, phone and e-mail do not affect a rate, nor does a customs form */
export function toShipment(
  { parcel, address, lines }: { parcel: PackedParcel } & Pick<Parcel, 'address' | 'lines'>,
  sender: Sender,
  recipient?: { name: string; phone: string; email: string },
): object {
  const { name, street, city, state, zipCode, country, phone, email } = sender;
  const customs = recipient && customsDeclaration({ lines, address }, sender);
  return {
    address_from: {
      name,
      street1: street,
      city,
      state,
      zip: zipCode,
      country,
      phone,
      ...(recipient && { email }),
    },
    address_to: {
      ...recipient,
      ...(recipient && { name: fitName(recipient.name) }),
      street1: address.addressLine1,
      street2: address.addressLine2 ?? '',
      city: address.city,
      state: address.state,
      zip: address.zipCode,
      country: COUNTRY,
      is_residential: true,
    },
    parcels: [
      {
        length: String(parcel.lengthIn),
        width: String(parcel.widthIn),
        height: String(parcel.heightIn),
        distance_unit: 'in',
        weight: String(parcel.weightOz),
        mass_unit: 'oz',
      },
    ],
    ...(customs && { customs_declaration: customs }),
    async: false,
  };
}

/** As much of a name as UPS and FedEx print, which refuse longer ones; cut at a space if possible. */
function fitName(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const cut = name.slice(0, MAX_NAME + 1);
  const end = cut.lastIndexOf(' ');
  return cut.slice(0, end > MAX_NAME / 2 ? end : MAX_NAME).trimEnd();
}

function toRates(answer: unknown): Rate[] {
  const parsed = z.safeParse(answerSchema, answer);
  if (!parsed.success) return [];
  return parsed.data.rates.flatMap((rate) => toRate(rate) ?? []).sort((a, b) => a.amountCents - b.amountCents);
}

function toRate(rate: unknown): Rate | null {
  const parsed = z.safeParse(rateSchema, rate);
  if (!parsed.success) return null;
  const { provider, servicelevel, amount, estimated_days } = parsed.data;
  // Rates of 0 are dropped, because free shipping is our own rule.
  const amountCents = textToCents(amount);
  if (amountCents === null || amountCents === 0) return null;
  const estimatedDays = estimated_days ?? DEFAULT_SHIPPING_DAYS;
  return { service: servicelevel.name, carrier: provider, amountCents, estimatedDays };
}
