import type { UsState } from '#shared/places/us-states.ts';

/**
 * The day of this table, and where it can be looked up. Compare it once a year. It was gathered from secondary sources: a state's own
 * page has the last word, and several count sales no more from some day on.
 */
export const THRESHOLDS_AS_OF = '2025-12-31';
export const THRESHOLDS_SOURCE = 'https://www.salestaxinstitute.com/resources/economic-nexus-state-guide';

/** From when a state asks a seller elsewhere to collect its tax: dollars, sales, and whether it takes both. */
export type Threshold = { dollars: number; sales?: number; needsBoth?: boolean };

const PLAIN = { dollars: 100_000 };
const OR_200 = { dollars: 100_000, sales: 200 };

/** States without a sales tax of their own are left out; Alaska's is that of its cities. */
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
  // Its 200 sales count no more since August 2026 (KRS 139.340).
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
