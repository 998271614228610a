import { STATE_NAMES } from '#brand/state-names.ts';

/** A normalized state: `" fl "`, `"Fla."` and `"Florida"` become `"FL"`; any other text is upper-cased. */
export function normalizeState(state: string): string {
  const name = state.trim().replace(/\.$/, '').replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
  // The only old-style abbreviation that shoppers still write.
  if (name === 'fla') return 'FL';
  const known = Object.entries(STATE_NAMES).find(([, names]) =>
    Object.values<string>(names).some((each) => each.toLowerCase() === name),
  );
  return known?.[0] ?? name.toUpperCase();
}
