import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import type { BaseDeps, Logger } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { COUNTRY, DEFAULT_SHIPPING_DAYS } from '#shared/checkout.ts';
import { lineText } from '#shared/fields.ts';
import { textToCents } from '#shared/money.ts';
import { type Sender, senderOf } from '#shared/sender.ts';
import { packParcels } from './parcels.ts';
import type { Parcel, Rate, RateSource } from './rate-source.ts';

export const API_URL = 'https://api.goshippo.com';
/** The API version that this file was written for. */
const API_VERSION = '2018-02-08';
/** Leaves time to answer the shopper within 8 s. */
const LIMIT_MS = 7_500;
const MAX_DAYS = 30;

/** The fields of a rate that we use. A rate that does not match is left out; the others are kept. */
const rateSchema = z.object({
  provider: lineText(60),
  servicelevel: z.object({ name: lineText(120) }),
  amount: z.string().check(z.maxLength(12)),
  currency: z.literal('USD'),
  estimated_days: z.nullish(z.int().check(z.minimum(1), z.maximum(MAX_DAYS))),
});
const answerSchema = z.object({ rates: z.array(z.unknown()) });

/**
 * Carriers' rates through Shippo.
 *
 * @see https://docs.goshippo.com/shipments/shipments
 */
export function shippoRates(
  { token, apiUrl = API_URL }: NonNullable<Config['shippo']>,
  facts: BaseDeps['facts'],
): RateSource {
  return {
    async listRates(parcel) {
      const rates = toRates(await post(`${apiUrl}/shipments/`, token, toShipment(parcel, senderOf(facts()))));
      if (rates.length === 0) throw new AppError('rates_failed', { cause: new Error('Shippo gave no usable rate') });
      return rates;
    },
  };
}

/** Uses the second source when the first one fails; the owner enables this by a setting. */
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
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Shippo answered ${answer.status}`);
    return JSON.parse(text);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    throw new AppError(isTimeout ? 'rates_timeout' : 'rates_failed', { cause: error });
  }
}

/** @param recipient only for a label: name, phone and e-mail do not affect a rate and are not sent for one */
export function toShipment(
  { lines, address }: Parcel,
  sender: Sender,
  recipient?: { name: string; phone: string; email: string },
): object {
  const { name, street, city, state, zipCode, country, phone, email } = sender;
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
      street1: address.addressLine1,
      street2: address.addressLine2 ?? '',
      city: address.city,
      state: address.state,
      zip: address.zipCode,
      country: COUNTRY,
      is_residential: true,
    },
    parcels: packParcels(lines).map(({ lengthIn, widthIn, heightIn, weightOz }) => ({
      length: String(lengthIn),
      width: String(widthIn),
      height: String(heightIn),
      distance_unit: 'in',
      weight: String(weightOz),
      mass_unit: 'oz',
    })),
    async: false,
  };
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
  // Rates of 0 are dropped: free shipping is our own rule.
  const amountCents = textToCents(amount) ?? 0;
  if (amountCents <= 0) return null;
  const estimatedDays = estimated_days ?? DEFAULT_SHIPPING_DAYS;
  return { service: servicelevel.name, carrier: provider, amountCents, estimatedDays };
}
