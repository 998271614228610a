import { issueMessage } from '#shared/core/issue.ts';
import { normalizeState } from '#shared/shipping/shipping.ts';
import { OTHER_REGIONS, type Region, US_STATES, type UsState } from './us-states.ts';
import { parseZip } from './zip.ts';

/**
 * First and last three-digit ZIP prefix of each state, territory and military region. Source: USPS Domestic Mail
 * Manual, labeling list L002.
 */
export const ZIP_REGIONS: readonly (readonly [first: number, last: number, region: Region])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT'],
  [70, 89, 'NJ'],
  [90, 98, 'AE'],
  [100, 149, 'NY'],
  [150, 196, 'PA'],
  [197, 199, 'DE'],
  [200, 200, 'DC'],
  [201, 201, 'VA'],
  [202, 205, 'DC'],
  [206, 219, 'MD'],
  [220, 246, 'VA'],
  [247, 268, 'WV'],
  [270, 289, 'NC'],
  [290, 299, 'SC'],
  [300, 319, 'GA'],
  [320, 339, 'FL'],
  [340, 340, 'AA'],
  [341, 349, 'FL'],
  [350, 369, 'AL'],
  [370, 385, 'TN'],
  [386, 397, 'MS'],
  [398, 399, 'GA'],
  [400, 427, 'KY'],
  [430, 459, 'OH'],
  [460, 479, 'IN'],
  [480, 499, 'MI'],
  [500, 528, 'IA'],
  [530, 549, 'WI'],
  [550, 567, 'MN'],
  [569, 569, 'DC'],
  [570, 577, 'SD'],
  [580, 588, 'ND'],
  [590, 599, 'MT'],
  [600, 629, 'IL'],
  [630, 658, 'MO'],
  [660, 679, 'KS'],
  [680, 693, 'NE'],
  [700, 714, 'LA'],
  [716, 729, 'AR'],
  [730, 732, 'OK'],
  [733, 733, 'TX'],
  [734, 749, 'OK'],
  [750, 799, 'TX'],
  [800, 816, 'CO'],
  [820, 831, 'WY'],
  [832, 838, 'ID'],
  [840, 847, 'UT'],
  [850, 865, 'AZ'],
  [870, 884, 'NM'],
  [885, 885, 'TX'],
  [889, 898, 'NV'],
  [900, 961, 'CA'],
  [962, 966, 'AP'],
  [967, 968, 'HI'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
];

/**
 * ZIP codes outside the region of their prefix: Fishers Island gets its mail through Connecticut, Alta through Idaho.
 * Four digits separate Guam and the Northern Marianas from Palau, Micronesia and the Marshall Islands.
 */
const EXCEPTIONS: Readonly<Record<string, Region>> = { '06390': 'NY', '83414': 'WY', '96799': 'AS' };
const PACIFIC: Readonly<Record<string, Region>> = { 9691: 'GU', 9692: 'GU', 9693: 'GU', 9695: 'MP' };

/**
 * ZIP codes whose area extends into another state. Source: Census Bureau, ZIP Code Tabulation Areas that cross state
 * lines.
 */
const SHARED_ZIPS: Readonly<Record<string, UsState>> = {
  '02861': 'MA',
  '42223': 'TN',
  '59221': 'ND',
  '63673': 'IL',
  '71749': 'LA',
  '73949': 'TX',
  '81137': 'NM',
  '84536': 'AZ',
  '86044': 'UT',
  '86515': 'NM',
  '88063': 'TX',
  '89439': 'CA',
  '97635': 'CA',
};

/** The state, territory or military region of a ZIP; `null` if unknown. */
export function regionOfZip(zipCode: string): Region | null {
  const zip = parseZip(zipCode);
  if (zip === null) return null;
  const prefix = Number(zip.slice(0, 3));
  const found = ZIP_REGIONS.find(([first, last]) => prefix >= first && prefix <= last)?.[2];
  return EXCEPTIONS[zip] ?? PACIFIC[zip.slice(0, 4)] ?? found ?? null;
}

/**
 * The state that a parcel goes to, by its ZIP alone; `null` for territories and military mail, which no state taxes.
 */
export function stateOfZip(zipCode: string): UsState | null {
  const region = regionOfZip(zipCode);
  return region !== null && region in US_STATES ? (region as UsState) : null;
}

/** Whether a ZIP is for military or diplomatic mail abroad (APO, FPO, DPO). */
export function isMilitaryZip(zipCode: string): boolean {
  return ['AA', 'AE', 'AP'].includes(regionOfZip(zipCode) ?? '');
}

const REGION_NAMES: Readonly<Record<string, string>> = { ...US_STATES, ...OTHER_REGIONS };

/**
 * The conflict between a ZIP and a state, as a message with the name of the ZIP's state (`readIssue`); `null` if they
 * agree, or if one of them is unknown.
 */
export function faultInState({ state, zipCode }: { state: string; zipCode: string }): string | null {
  const typed = normalizeState(state);
  const region = regionOfZip(zipCode);
  if (region === null || region === typed || !Object.hasOwn(REGION_NAMES, typed)) return null;
  return SHARED_ZIPS[parseZip(zipCode) ?? ''] === typed
    ? null
    : issueMessage('zip_state', { state: REGION_NAMES[region] ?? '' });
}
