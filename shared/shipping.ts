import { freeShipping } from '#brand/shipping.ts';
import { STATE_NAMES } from './state-names.ts';

/**
 * A US ZIP or ZIP+4 as five digits, or `null` for anything else (no ZIP starts with 000 to 004).
 *
 * @param text as typed, such as ` 33010-1234 `
 */
export function parseZip(text: string): string | null {
  const zip = /^(\d{5})(?:[ -]?\d{4})?$/.exec(text.trim())?.[1];
  return zip !== undefined && Number(zip.slice(0, 3)) >= 5 ? zip : null;
}

/** A normalised state: `" fl "`, `"Fla."` and `"Florida"` are all `"FL"`; what is no state is in capitals. */
export function normalizeState(state: string): string {
  const name = state.trim().replace(/\.$/, '').replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
  const free = freeShipping.states.find(({ code, names }) => name === code.toLowerCase() || names.includes(name));
  if (free) return free.code;
  const known = Object.entries(STATE_NAMES).find(([, names]) =>
    Object.values<string>(names).some((each) => each.toLowerCase() === name),
  );
  return known?.[0] ?? name.toUpperCase();
}
