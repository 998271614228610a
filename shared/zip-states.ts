import type { UsState } from './us-states.ts';
import { parseZip } from './zip.ts';

/**
 * First and last three digits of each state's ZIP codes. Left out are the territories and the post of the armed forces,
 * which no state taxes. Source: USPS Domestic Mail Manual, labeling list L002.
 */
export const ZIP_STATES: readonly (readonly [first: number, last: number, state: UsState])[] = [
  [5, 5, 'NY'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT'],
  [70, 89, 'NJ'],
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
  [967, 968, 'HI'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
];

/** First and last three digits of the post of the armed forces, by its state. */
const MILITARY: readonly (readonly [first: number, last: number, state: string])[] = [
  [90, 98, 'AE'],
  [340, 340, 'AA'],
  [962, 966, 'AP'],
];

/** The state that a parcel goes to, whatever was typed as its state; `null` outside of all of them. */
export function stateOfZip(zipCode: string): UsState | null {
  const zip = parseZip(zipCode);
  if (zip === null) return null;
  const prefix = Number(zip.slice(0, 3));
  // Fishers Island belongs to New York and gets its mail by way of Connecticut.
  if (zip === '06390') return 'NY';
  return ZIP_STATES.find(([first, last]) => prefix >= first && prefix <= last)?.[2] ?? null;
}

/** Whether a ZIP is one of the armed forces or of diplomats abroad (APO, FPO, DPO). */
export function isMilitaryZip(zipCode: string): boolean {
  const prefix = Number(parseZip(zipCode)?.slice(0, 3));
  return MILITARY.some(([first, last]) => prefix >= first && prefix <= last);
}
