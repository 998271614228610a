import type { UsState } from '#shared/places/us-states.ts';

/**
 * The day of this table, and where to look it up. Compare it once a year. It was compiled from secondary sources; a
 * state's own page is authoritative, and several states stop counting sales at some date.
 */
export const THRESHOLDS_AS_OF = '2025-12-31';
export const THRESHOLDS_SOURCE = 'https://www.salestaxinstitute.com/resources/economic-nexus-state-guide';

/**
 * The threshold from which a state requires remote sellers to collect tax: dollars, number of sales, and whether both
 * must be reached.
 */
export type Threshold = { dollars: number; sales?: number; needsBoth?: boolean };

/** States with the same threshold. Kentucky counted 200 sales too until July 2026 (KRS 139.340). */
const GROUPS: readonly [states: string, Threshold][] = [
  ['AL MS', { dollars: 250_000 }],
  ['AK AZ CO FL ID IL IN IA KS KY LA ME MA MO NM NC ND OK PA SC SD TN UT WA WI WY', { dollars: 100_000 }],
  ['AR DC GA HI MD MI MN NE NV NJ OH RI VT VA WV', { dollars: 100_000, sales: 200 }],
  ['CA TX', { dollars: 500_000 }],
  ['CT', { dollars: 100_000, sales: 200, needsBoth: true }],
  ['NY', { dollars: 500_000, sales: 100, needsBoth: true }],
];

/** States without a sales tax are omitted; in Alaska only cities have one. */
export const THRESHOLDS: Readonly<Partial<Record<UsState, Threshold>>> = Object.fromEntries(
  GROUPS.flatMap(([states, threshold]) => states.split(' ').map((state) => [state, threshold])),
);
