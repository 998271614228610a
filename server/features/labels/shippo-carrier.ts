import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { packParcels } from '#server/features/shipping/parcels.ts';
import { deliversTo } from '#server/features/shipping/postal-only.ts';
import { API_URL, shippoHeaders, toShipment } from '#server/features/shipping/shippo.ts';
import { textToCents } from '#shared/core/money.ts';
import { CARRIERS } from '#shared/shipping/carriers.ts';
import type { LabelSize } from '#shared/shipping/labels.ts';
import { senderOf } from '#shared/shipping/sender.ts';
import type { BoughtLabel, LabelCarrier, LabelOffer, ParcelEvent, Refusal } from './carrier.ts';
import { cheapestFirst } from './choose-rate.ts';

/** Carriers take several seconds to sell a label. */
const LIMIT_MS = 20_000;
const MAX_PDF_BYTES = 4 * 1024 * 1024;
const PAGE = 100;
const MAX_PAGES = 20;
/** Shippo's clock and ours may differ. */
const SKEW_MS = 3_600_000;
const MAX_REFUSAL = 200;

const rateSchema = z.object({
  object_id: z.string(),
  provider: z.string(),
  servicelevel: z.object({ name: z.string() }),
  amount: z.string(),
  currency: z.literal('USD'),
  estimated_days: z.nullish(z.int()),
});
const transactionSchema = z.object({
  object_id: z.string(),
  object_created: z.nullish(z.string()),
  status: z.string(),
  metadata: z.nullish(z.string()),
  tracking_number: z.nullish(z.string()),
  label_url: z.nullish(z.string()),
  messages: z.nullish(z.array(z.object({ text: z.nullish(z.string()) }))),
});
const refundSchema = z.object({
  object_id: z.string(),
  object_created: z.nullish(z.string()),
  status: z.string(),
  transaction: z.nullish(z.string()),
});
const pageOf = <T extends z.ZodMiniType>(each: T) => z.object({ next: z.nullish(z.string()), results: z.array(each) });
const transactionsSchema = pageOf(transactionSchema);
const refundsSchema = pageOf(refundSchema);
const eventSchema = z.object({
  status: z.string(),
  status_date: z.nullish(z.string()),
  location: z.nullish(z.object({ city: z.nullish(z.string()), state: z.nullish(z.string()) })),
});
const trackSchema = z.object({
  tracking_history: z.nullish(z.array(eventSchema)),
  tracking_status: z.nullish(eventSchema),
});

/** `PDF` is a letter sheet with the label on its upper half. */
const FILE_TYPES: Readonly<Record<LabelSize, string>> = { '4x6': 'PDF_4x6', letter: 'PDF' };
/** Shippo's names of carriers in tracking URLs. */
const TRACK_NAMES: Readonly<Record<string, string>> = { USPS: 'usps', UPS: 'ups', FedEx: 'fedex' };
const PARCEL_STATES: Readonly<Record<string, ParcelEvent['state']>> = {
  PRE_TRANSIT: 'accepted',
  TRANSIT: 'transit',
  DELIVERED: 'delivered',
  RETURNED: 'returned',
  FAILURE: 'failure',
};

/** Shippo refused a call for its content: the same call would be refused again. */
class ShippoRefusal extends Error {
  override readonly name = 'ShippoRefusal';
}

/**
 * Labels through Shippo.
 *
 * @see https://docs.goshippo.com/shippoapi/public-api/transactions · /refunds · /tracking-status
 */
export function shippoCarrier(
  { token, apiUrl = API_URL }: NonNullable<Config['shippo']>,
  facts: BaseDeps['facts'],
): LabelCarrier {
  const { read, listSince } = shippoClient(apiUrl, token);
  return {
    name: 'shippo',
    async listOffers({ parcel, recipient }) {
      const [packed, ...others] = packParcels(parcel.lines);
      if (!packed || others.length > 0) return { refused: 'too_heavy' };
      try {
        const shipment = toShipment({ ...parcel, parcel: packed }, senderOf(facts()), recipient);
        const { rates } = await read(z.object({ rates: z.array(z.unknown()) }), '/shipments/', shipment);
        const offers = cheapestFirst(rates.flatMap(toOffer)).filter(({ carrier }) =>
          deliversTo(carrier, parcel.address),
        );
        return offers.length > 0 ? offers : { refused: 'no_rate' };
      } catch (error) {
        return refusalOf(error);
      }
    },
    async buy(labelId, { rateId }, size) {
      try {
        const body = { rate: rateId, label_file_type: FILE_TYPES[size], metadata: labelId, async: false };
        const made = resultOf(await read(transactionSchema, '/transactions/', body));
        if (made) return made;
      } catch (error) {
        return refusalOf(error);
      }
      throw new AppError('rates_timeout');
    },
    async find(labelId, since) {
      const made = await listSince('transactions', transactionsSchema, since);
      const results = made.filter(({ metadata }) => metadata === labelId).flatMap((each) => resultOf(each) ?? []);
      return results.find((result) => 'id' in result) ?? results[0] ?? null;
    },
    async readPdf({ providerLabelId }) {
      // Read again, because the file's URL expires.
      const { label_url } = await read(transactionSchema, `/transactions/${encodeURIComponent(providerLabelId)}`);
      if (!label_url) throw new AppError('rates_failed', { cause: new Error('Shippo gave no label') });
      return download(label_url, apiUrl);
    },
    voidLabel,
    async track({ carrier, trackingNumber }) {
      const name = TRACK_NAMES[carrier];
      if (!name) return [];
      const { tracking_history, tracking_status } = await read(
        trackSchema,
        `/tracks/${name}/${encodeURIComponent(trackingNumber)}`,
      );
      return [...(tracking_history ?? []), ...(tracking_status ? [tracking_status] : [])].flatMap(toEvent);
    },
  };

  async function voidLabel(
    { providerLabelId, createdAt }: Parameters<LabelCarrier['voidLabel']>[0],
    voidId: string | null,
  ): ReturnType<LabelCarrier['voidLabel']> {
    const known = voidId ?? (await findRefund(providerLabelId, createdAt));
    try {
      const refund = known
        ? await read(refundSchema, `/refunds/${encodeURIComponent(known)}`)
        : await read(refundSchema, '/refunds/', { transaction: providerLabelId, async: false });
      const state = refund.status === 'SUCCESS' ? 'voided' : refund.status === 'ERROR' ? 'refused' : 'pending';
      return { id: refund.object_id, state };
    } catch (error) {
      if (error instanceof ShippoRefusal) return { id: null, state: 'refused' };
      throw error;
    }
  }

  /** Finds an earlier request whose answer was lost; Shippo refuses a second one. */
  async function findRefund(providerLabelId: string, since: Date): Promise<string | null> {
    const made = await listSince('refunds', refundsSchema, since);
    return made.find(({ transaction }) => transaction === providerLabelId)?.object_id ?? null;
  }
}

function shippoClient(apiUrl: string, token: string) {
  /** @throws AppError `rates_failed` the answer has another shape */
  async function read<T extends z.ZodMiniType>(schema: T, path: string, body?: object): Promise<z.output<T>> {
    const parsed = z.safeParse(schema, await call(`${apiUrl}${path}`, token, body));
    if (!parsed.success) throw new AppError('rates_failed', { cause: parsed.error });
    return parsed.data;
  }

  /** The objects that Shippo has created since then, newest first. */
  async function listSince<T extends { object_created?: string | null | undefined }>(
    path: 'transactions' | 'refunds',
    schema: z.ZodMiniType<{ next?: string | null | undefined; results: T[] }>,
    since: Date,
  ): Promise<T[]> {
    const all: T[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { next, results } = await read(schema, `/${path}/?results=${PAGE}&page=${page}`);
      all.push(...results);
      const oldest = Date.parse(results.at(-1)?.object_created ?? '');
      if (!next || results.length === 0 || oldest < since.getTime() - SKEW_MS) break;
    }
    return all;
  }

  return { read, listSince };
}

/** `null` while Shippo has not decided. */
function resultOf(made: z.output<typeof transactionSchema>): BoughtLabel | Refusal | null {
  if (made.status === 'SUCCESS' && made.tracking_number) {
    return { id: made.object_id, trackingNumber: made.tracking_number };
  }
  if (made.status !== 'ERROR') return null;
  const words = (made.messages ?? []).flatMap(({ text }) => text ?? []).join(' ');
  return { refused: words.slice(0, MAX_REFUSAL) || 'ERROR' };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof ShippoRefusal) return { refused: error.message.slice(0, MAX_REFUSAL) };
  throw error;
}

/** Rates of unknown carriers are omitted, because their parcels could not be tracked. */
function toOffer(rate: unknown): LabelOffer[] {
  const parsed = z.safeParse(rateSchema, rate);
  if (!parsed.success) return [];
  const { object_id, provider, servicelevel, amount, estimated_days: days = null } = parsed.data;
  const carrier = CARRIERS.find((name) => name === provider);
  const costCents = textToCents(amount);
  return carrier && costCents ? [{ rateId: object_id, carrier, service: servicelevel.name, costCents, days }] : [];
}

function toEvent({ status, status_date, location }: z.output<typeof eventSchema>): ParcelEvent[] {
  const at = new Date(status_date ?? '');
  const state = PARCEL_STATES[status];
  if (!state || Number.isNaN(at.getTime())) return [];
  const place = [location?.city, location?.state].filter(Boolean).join(', ').slice(0, 80);
  return [{ state, at, place: place || null }];
}

/** @throws ShippoRefusal · AppError `rates_timeout` · `rates_failed` with an unknown result */
async function call(url: string, token: string, body?: object): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...shippoHeaders(token), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text);
    const isRefused = answer.status >= 400 && answer.status < 500 && ![408, 425, 429].includes(answer.status);
    if (isRefused) throw new ShippoRefusal(`Shippo ${answer.status}: ${text.slice(0, MAX_REFUSAL)}`);
    throw new Error(`Shippo answered ${answer.status}`);
  } catch (error) {
    if (error instanceof ShippoRefusal) throw error;
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    throw new AppError(isTimeout ? 'rates_timeout' : 'rates_failed', { cause: error });
  }
}

/** Without our token, because the file is on another host. */
async function download(url: string, apiUrl: string): Promise<Buffer> {
  const { protocol, origin } = new URL(url);
  if (protocol !== 'https:' && origin !== new URL(apiUrl).origin) throw new AppError('rates_failed');
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!answer.ok) throw new Error(`The label's file answered ${answer.status}`);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of answer.body ?? []) {
      size += piece.length;
      if (size > MAX_PDF_BYTES) throw new Error(`The label's file has more than ${MAX_PDF_BYTES} bytes`);
      pieces.push(piece);
    }
    const file = Buffer.concat(pieces);
    if (file.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error("The label's file is no PDF");
    return file;
  } catch (error) {
    throw new AppError('rates_failed', { cause: error });
  }
}
