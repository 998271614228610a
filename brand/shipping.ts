import type { UsState } from '#shared/places/us-states.ts';

export { freeShipping } from './free-shipping.ts';

/**
 * When parcels leave, in the shop's time zone. `shipDays` count from 0, Sunday; an order at or after `cutOff` counts
 * from the next of them; `handlingDays` is the number of ship days for packing, 0 for the same day. On `closedDays`
 * nothing leaves: `MM-DD` each year, or `YYYY-MM-DD` once. Together they keep the promise of 1 to 2 business days.
 */
export const shipCalendar = {
  shipDays: [1, 2, 3, 4, 5],
  cutOff: '14:00',
  handlingDays: 1,
  closedDays: ['01-01', '06-19', '07-04', '11-11', '12-25', '2026-11-26', '2027-05-31', '2027-09-06', '2027-11-25'],
} as const;

type HeatRule = {
  products: string[];
  months: number[];
  states: UsState[];
  isEarlyWeek: boolean;
  isFast: boolean;
  isHeld: boolean;
};

/**
 * Restrictions in hot `months` (1 to 12), for `states` and ids of `products`; empty lists mean all. `isEarlyWeek`:
 * leaves only from Monday to Wednesday; `isFast`: needs a service of 2 days or less; `isHeld`: does not go.
 */
export const heatRules: readonly HeatRule[] = [];

/** The ZIP prefix from which `zones` are counted. Setup warns a shop that sends from another area. */
export const zonesFrom = '330';

/**
 * For the built-in table of rates. Zones as USPS counts them from `zonesFrom`: 2 is nearby, 8 the far west, 9 overseas:
 * Alaska, Hawaii, Puerto Rico and the other islands, military mail. Each row is the last ZIP prefix of its range. A
 * shop that ships from elsewhere takes its own from the USPS zone chart.
 */
export const zones: readonly [lastPrefix: number, zone: number][] = [
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
/** Cents per parcel and per pound, and business days, by zone 2 to 9; `null`: not served. */
type Row = readonly [baseCents: number, poundCents: number, days: number] | null;
type Service = { service: string; carrier: 'USPS' | 'UPS' | 'FedEx'; byZone: readonly Row[] };

/**
 * Approximations, as of November 2026, of what an account with commercial prices pays for a box of 3 to 4 pounds of the
 * size in the catalogue: Ground Advantage is the cheapest honest service for it. Carriers change their prices each January
 * and July: check them against your own account's price list, or connect Shippo for live ones.
 */
export const services: readonly Service[] = [
  {
    service: 'Ground Advantage',
    carrier: 'USPS',
    byZone: [
      [600, 35, 2],
      [630, 38, 3],
      [660, 48, 3],
      [690, 62, 4],
      [710, 72, 4],
      [740, 90, 5],
      [770, 110, 5],
      [860, 150, 9],
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
