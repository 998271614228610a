import { toHalfWidth } from '#shared/places/half-width.ts';

/** `x12`, `ext. 12`, `#12` behind a number. */
const EXTENSION = /(?:ext(?:ension|ensi\u00f3n)?|extn|x|#)[.:\s]{0,3}(\d{1,6})\s*$/i;

/**
 * Parses a phone number as people type it, for dialling.
 *
 * @returns `number` has digits, with a leading plus if one was typed; `extension` is '' without one
 */
export function readPhone(text: string): { number: string; extension: string } {
  const plain = toHalfWidth(text).trim();
  const [tail = '', extension = ''] = EXTENSION.exec(plain) ?? [];
  const number = plain.slice(0, plain.length - tail.length);
  return { number: (/^\(?\+/.test(number) ? '+' : '') + number.replace(/\D/g, ''), extension };
}

/** Ten digits for a US number, or eight with another country's code. */
export function hasEnoughDigits(phone: string): boolean {
  const { number } = readPhone(phone);
  return number.replace('+', '').length >= (/^\+[^1]/.test(number) ? 8 : 10);
}

/** For WhatsApp and `tel:`: digits with the country code. `null` when they are too few. */
export function phoneDigits(phone: string): string | null {
  if (!hasEnoughDigits(phone)) return null;
  const { number } = readPhone(phone);
  // Ten digits without a plus are a US number.
  return number.length === 10 ? `1${number}` : number.replace('+', '');
}

/** A link that dials the number and its extension (RFC 3966). */
export function telHref(phone: string): string {
  const { number, extension } = readPhone(phone);
  const digits = phoneDigits(phone);
  return `tel:${digits === null ? number : `+${digits}`}${extension && `;ext=${extension}`}`;
}
