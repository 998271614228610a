import { STATE_NAMES } from '#shared/places/state-names.ts';

/** A normalised state: `" fl "`, `"Fla."` and `"Florida"` are all `"FL"`; what is not a state is in capitals. */
export function normalizeState(state: string): string {
  const name = state.trim().replace(/\.$/, '').replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
  // The only abbreviation of the old kind that shoppers still write.
  if (name === 'fla') return 'FL';
  const known = Object.entries(STATE_NAMES).find(([, names]) =>
    Object.values<string>(names).some((each) => each.toLowerCase() === name),
  );
  return known?.[0] ?? name.toUpperCase();
}
