import { FREE_SHIPPING_OVER_CENTS, FREE_SHIPPING_STATE } from './checkout.ts';

/** The spellings of the one state that free shipping asks about. */
const FLORIDA = new Set(['fl', 'fla', 'florida']);

/**
 * A US ZIP or ZIP+4 as five digits, or `null` for anything else (no ZIP starts with 000 to 004).
 *
 * @param text as typed, such as ` 33010-1234 `
 */
export function parseZip(text: string): string | null {
  const zip = /^(\d{5})(?:[ -]?\d{4})?$/.exec(text.trim())?.[1];
  return zip !== undefined && Number(zip.slice(0, 3)) >= 5 ? zip : null;
}

/** A state as it is compared: `" fl "`, `"Fla."` and `"Florida"` are all `"FL"`, others in capitals. */
export function normalizeState(state: string): string {
  const name = state.trim().replace(/\.$/, '').replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
  return FLORIDA.has(name) ? FREE_SHIPPING_STATE : name.toUpperCase();
}

/** ZIP prefixes of Florida are 320 to 349, but for 340, which is military mail abroad (USPS Publication 65). */
function isFloridaZip(text: string): boolean {
  const zip = parseZip(text);
  if (zip === null) return false;
  const prefix = Number(zip.slice(0, 3));
  return prefix >= 320 && prefix <= 349 && prefix !== 340;
}

/**
 * The one rule of free shipping: items strictly above $25.00, to Florida by state and by ZIP.
 *
 * @param subtotalCents the items without shipping, in US cents
 * @see the specification, 1 and 9
 */
export function isFreeShipping(subtotalCents: number, address: { state: string; zipCode: string }): boolean {
  return (
    subtotalCents > FREE_SHIPPING_OVER_CENTS &&
    normalizeState(address.state) === FREE_SHIPPING_STATE &&
    isFloridaZip(address.zipCode)
  );
}
