import { OTHER_REGIONS, US_STATES as STATES } from '#shared/places/us-states.ts';

/** The states that the shop ships to, in USPS spelling; the shop's own state first. */
export const US_STATES: readonly (readonly [code: string, name: string])[] = [
  ['FL', STATES.FL],
  ...Object.entries({ ...STATES, ...OTHER_REGIONS }).filter(([code]) => code !== 'FL'),
];
