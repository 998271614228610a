import { AppError } from '#server/errors.ts';
import { parseZip } from '#shared/shipping.ts';
import { PARCEL_OZ } from './parcels.ts';
import type { Parcel, Rate, RateSource } from './rate-source.ts';

/**
 * Zones as USPS counts them from Hialeah (ZIP 330): 2 is next door, 8 the far west, 9 overseas: Alaska, Hawaii, Puerto
 * Rico and the other islands, military mail. Each row is the last ZIP prefix of its range.
 */
const ZONES: readonly [lastPrefix: number, zone: number][] = [
  [9, 9], // 006 to 009: Puerto Rico, Virgin Islands; 005 is New York, below
  [89, 7], // New England, New Jersey
  [99, 9], // military, Europe
  [199, 6], // New York, Pennsylvania, Delaware
  [268, 6], // District of Columbia, Maryland, Virginia, West Virginia
  [299, 5], // Carolinas
  [319, 4], // Georgia
  [322, 4], // Florida: north-east
  [325, 5], // Florida: panhandle
  [329, 3], // Florida: centre, Space Coast
  [334, 2], // Florida: Miami, Fort Lauderdale, West Palm Beach
  [339, 3], // Florida: Tampa, Fort Myers
  [340, 9], // military, Americas
  [348, 3], // Florida: Gulf coast, Orlando
  [349, 2], // Florida: Treasure Coast
  [397, 5], // Alabama, Tennessee, Mississippi
  [399, 4], // Georgia
  [459, 6], // Kentucky, Ohio
  [569, 7], // Indiana, Michigan, Iowa, Wisconsin, Minnesota
  [599, 8], // Dakotas, Montana
  [658, 6], // Illinois, Missouri
  [699, 7], // Kansas, Nebraska
  [729, 6], // Louisiana, Arkansas
  [799, 7], // Oklahoma, Texas
  [961, 8], // mountains, Southwest, California
  [969, 9], // military in the Pacific, Hawaii, Guam
  [994, 8], // Oregon, Washington
  [999, 9], // Alaska
];
/** Cents for the parcel and for each pound, and business days, by zone 2 to 9; `null`: does not go there. */
type Row = readonly [baseCents: number, poundCents: number, days: number] | null;
type Service = { service: string; carrier: 'USPS' | 'UPS' | 'FedEx'; byZone: readonly Row[] };

/** Our own prices, near what carriers ask of a small shipper for a box of 3 to 4 pounds. */
const SERVICES: readonly Service[] = [
  {
    service: 'Ground Advantage',
    carrier: 'USPS',
    byZone: [
      [590, 55, 2],
      [620, 60, 3],
      [660, 70, 3],
      [710, 85, 4],
      [760, 105, 4],
      [810, 130, 5],
      [880, 165, 5],
      [990, 210, 9],
    ],
  },
  {
    service: 'Priority Mail',
    carrier: 'USPS',
    byZone: [
      [790, 75, 1],
      [820, 85, 2],
      [870, 110, 2],
      [930, 150, 2],
      [990, 190, 3],
      [1050, 230, 3],
      [1130, 290, 3],
      [1240, 340, 5],
    ],
  },
  {
    service: 'Priority Mail Express',
    carrier: 'USPS',
    byZone: [
      [2890, 180, 1],
      [2990, 230, 1],
      [3190, 300, 2],
      [3390, 360, 2],
      [3590, 410, 2],
      [3790, 460, 2],
      [3990, 520, 2],
      [4490, 620, 3],
    ],
  },
  {
    service: 'Ground',
    carrier: 'UPS',
    byZone: [
      [980, 60, 1],
      [1010, 65, 2],
      [1050, 75, 2],
      [1090, 90, 3],
      [1140, 105, 3],
      [1190, 125, 4],
      [1260, 150, 5],
      null,
    ],
  },
  {
    service: '2Day',
    carrier: 'FedEx',
    byZone: [
      [1890, 130, 2],
      [1990, 150, 2],
      [2190, 190, 2],
      [2390, 240, 2],
      [2590, 290, 2],
      [2790, 340, 2],
      [2990, 400, 2],
      null,
    ],
  },
];
const OZ_PER_POUND = 16;
/** Only the post reaches a post office box. */
const POST_OFFICE_BOX = /\b(?:p\.? ?o\.?|post office|apartado|general delivery)\b/i;

/** The embedded rate source: a table by zone and weight, from Miami to every state, territory and military address. */
export const rateTable: RateSource = {
  async listRates({ lines, address }: Parcel): Promise<Rate[]> {
    const zip = parseZip(address.zipCode);
    if (zip === null) throw new AppError('address_unserved');
    const zone = findZone(zip);
    const weightOz = lines.reduce((sum, line) => sum + line.weightOz * line.quantity, 0);
    const postOnly = POST_OFFICE_BOX.test(`${address.addressLine1} ${address.addressLine2 ?? ''}`);
    return SERVICES.filter((service) => !postOnly || service.carrier === 'USPS')
      .flatMap(({ service, carrier, byZone }) => {
        const row = byZone[zone - 2];
        if (!row) return [];
        const [baseCents, poundCents, estimatedDays] = row;
        return [{ service, carrier, amountCents: priceParcels(weightOz, baseCents, poundCents), estimatedDays }];
      })
      .sort((a, b) => a.amountCents - b.amountCents);
  },
};

function findZone(zip: string): number {
  const prefix = Number(zip.slice(0, 3));
  if (prefix === 5) return 6; // Holtsville, New York
  const zone = ZONES.find(([lastPrefix]) => prefix <= lastPrefix)?.[1];
  if (zone === undefined) throw new Error(`ZIP prefix ${prefix} has no zone`);
  return zone;
}

function priceParcels(weightOz: number, baseCents: number, poundCents: number): number {
  let cents = 0;
  for (let rest = weightOz; rest > 0; rest -= PARCEL_OZ) {
    cents += baseCents + poundCents * Math.ceil(Math.min(rest, PARCEL_OZ) / OZ_PER_POUND);
  }
  return cents;
}
