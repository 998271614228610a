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

const PLAIN = { dollars: 100_000 };
const OR_200 = { dollars: 100_000, sales: 200 };

/** States without a sales tax are omitted; in Alaska only cities have one. */
export const THRESHOLDS: Readonly<Partial<Record<UsState, Threshold>>> = {
  AL: { dollars: 250_000 },
  AK: PLAIN,
  AZ: PLAIN,
  AR: OR_200,
  CA: { dollars: 500_000 },
  CO: PLAIN,
  CT: { dollars: 100_000, sales: 200, needsBoth: true },
  DC: OR_200,
  FL: PLAIN,
  GA: OR_200,
  HI: OR_200,
  ID: PLAIN,
  IL: PLAIN,
  IN: PLAIN,
  IA: PLAIN,
  KS: PLAIN,
  // Until July 2026, 200 sales counted too (KRS 139.340).
  KY: PLAIN,
  LA: PLAIN,
  ME: PLAIN,
  MD: OR_200,
  MA: PLAIN,
  MI: OR_200,
  MN: OR_200,
  MS: { dollars: 250_000 },
  MO: PLAIN,
  NE: OR_200,
  NV: OR_200,
  NJ: OR_200,
  NM: PLAIN,
  NY: { dollars: 500_000, sales: 100, needsBoth: true },
  NC: PLAIN,
  ND: PLAIN,
  OH: OR_200,
  OK: PLAIN,
  PA: PLAIN,
  RI: OR_200,
  SC: PLAIN,
  SD: PLAIN,
  TN: PLAIN,
  TX: { dollars: 500_000 },
  UT: PLAIN,
  VT: OR_200,
  VA: OR_200,
  WA: PLAIN,
  WV: OR_200,
  WI: PLAIN,
  WY: PLAIN,
};
