import { freeShipping } from '#brand/shipping.ts';

/**
 * A US ZIP or ZIP+4 as five digits, or `null` for anything else (no ZIP starts with 000 to 004).
 *
 * @param text as typed, such as ` 33010-1234 `
 */
export function parseZip(text: string): string | null {
  const zip = /^(\d{5})(?:[ -]?\d{4})?$/.exec(text.trim())?.[1];
  return zip !== undefined && Number(zip.slice(0, 3)) >= 5 ? zip : null;
}

/**
 * A normalised state: `" fl "`, `"Fla."` and `"Florida"` are all `"FL"` where shipping there is free, others in
 * capitals.
 */
export function normalizeState(state: string): string {
  const name = state.trim().replace(/\.$/, '').replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
  const free = freeShipping.states.find(({ code, names }) => name === code.toLowerCase() || names.includes(name));
  return free?.code ?? name.toUpperCase();
}

/**
 * The rule of free shipping: items strictly above the brand's amount ($25.00), to one of its states (Florida) by state
 * and by ZIP.
 *
 * @param subtotalCents the items without shipping, in US cents
 * @see docs/specification.md#shipping
 */
export function isFreeShipping(subtotalCents: number, address: { state: string; zipCode: string }): boolean {
  const zip = parseZip(address.zipCode);
  if (subtotalCents <= freeShipping.overCents || zip === null) return false;
  const state = normalizeState(address.state);
  const prefix = Number(zip.slice(0, 3));
  return freeShipping.states.some(
    ({ code, zips }) => code === state && zips.some(([first, last]) => prefix >= first && prefix <= last),
  );
}
