import { createHash } from 'node:crypto';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { RateSource } from '#server/features/shipping/rate-source.ts';
import { CARRIERS } from '#shared/shipping/carriers.ts';
import { senderOf } from '#shared/shipping/sender.ts';
import type { LabelCarrier, LabelOffer, ParcelEvent } from './carrier.ts';
import { cheapestFirst } from './choose-rate.ts';
import { labelPdf } from './label-pdf.ts';

const HOUR_MS = 3_600_000;
/** The simulated events of a parcel; `hours` count from the purchase. */
const JOURNEY = [
  { state: 'accepted', hours: 1 },
  { state: 'transit', hours: 6 },
  { state: 'delivered', hours: 24 },
] as const;

/**
 * The built-in carrier: sample labels that are not valid postage, and simulated parcels that are delivered within a
 * day.
 *
 * @param table the prices of its labels
 * @param facts the sender and origin
 */
export const tableCarrier = (table: RateSource, facts: BaseDeps['facts']): LabelCarrier => ({
  name: 'table',
  async listOffers({ parcel }) {
    try {
      const rates = await table.listRates(parcel);
      return cheapestFirst(
        rates.flatMap(({ carrier, service, amountCents, estimatedDays }): LabelOffer[] => {
          const known = CARRIERS.find((name) => name === carrier);
          if (!known) return [];
          return [{ rateId: service, carrier: known, service, costCents: amountCents, days: estimatedDays }];
        }),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'address_unserved') return { refused: 'no_rate' };
      throw error;
    }
  },
  async buy(labelId) {
    return { id: `sample_${labelId}`, trackingNumber: sampleNumber(labelId) };
  },
  async find(labelId) {
    return { id: `sample_${labelId}`, trackingNumber: sampleNumber(labelId) };
  },
  async readPdf({ carrier, service, trackingNumber, size }, recipient) {
    const { name, street, city, state, zipCode } = senderOf(facts());
    return labelPdf({
      carrier,
      service,
      from: [name, street, `${city}, ${state} ${zipCode}`],
      to: recipient,
      trackingNumber,
      warning: 'NOT VALID FOR POSTAGE',
      size,
    });
  },
  async voidLabel() {
    return { id: null, state: 'voided' };
  },
  async track({ createdAt }, now) {
    return JOURNEY.flatMap(({ state, hours }): ParcelEvent[] => {
      const at = new Date(createdAt.getTime() + hours * HOUR_MS);
      return at <= now ? [{ state, at, place: null }] : [];
    });
  },
});

/** `SAMPLE` and 16 digits: not the form of any carrier's number, so that nobody searches for the parcel. */
function sampleNumber(labelId: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(labelId).digest('hex').slice(0, 16)}`);
  return `SAMPLE${String(digits).padStart(20, '0').slice(-16)}`;
}
