import { toHalfWidth } from '#shared/places/half-width.ts';

/** Five digits, or nine. */
const ZIP = /^(\d{5})(?:-?(\d{4}))?$/;

function readDigits(text: string): { zip: string; four: string | undefined } | null {
  const plain = toHalfWidth(text)
    .replace(/\s+/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  const [, zip, four] = ZIP.exec(plain) ?? [];
  return zip === undefined ? null : { zip, four };
}

/** No ZIP starts with 000 to 004. */
const isUsed = (zip: string) => Number(zip.slice(0, 3)) >= 5;

/** A US ZIP or ZIP+4 as five digits, or `null` for anything else. @param text as typed, such as ` 33010-1234 ` */
export function parseZip(text: string): string | null {
  const zip = readDigits(text)?.zip;
  return zip !== undefined && isUsed(zip) ? zip : null;
}

/** A ZIP in its stored form, `33010` or `33010-1234`; other text is only trimmed. */
export function cleanZip(text: string): string {
  const read = readDigits(text);
  if (!read) return text.trim();
  return read.four === undefined ? read.zip : `${read.zip}-${read.four}`;
}

export const ZIP_FAULTS = ['zip_invalid', 'zip_unknown', 'zip_abroad'] as const;
/** What is wrong with a ZIP, as the code of its text; `null` when it is valid. */
export function faultInZip(text: string): (typeof ZIP_FAULTS)[number] | null {
  const read = readDigits(text);
  if (read) return isUsed(read.zip) ? null : 'zip_unknown';
  return looksAbroad(text) ? 'zip_abroad' : 'zip_invalid';
}

/**
 * Several letters with digits look like a foreign postal code, such as `K1A 0B1`; one letter among digits is a typing
 * error.
 */
const looksAbroad = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) > 1 && /\d/.test(text);
