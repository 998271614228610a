import { centsToText, textToCents } from '#shared/core/money.ts';

/**
 * Dollars as an owner types them: `19.99`, `$19.99`, `1,299`, `19,99`, `.50`.
 *
 * @returns US cents; `null` for anything else
 */
export function parseDollars(text: string): number | null {
  const bare = text.trim().replace(/^\$\s*|\s*\$$/g, '');
  // A comma before two final digits is a decimal comma, as in Spanish; before three it separates thousands.
  const plain = /^\d*,\d{2}$/.test(bare) ? bare.replace(',', '.') : bare;
  const whole = /^\d{1,3}(,\d{3})+(\.|$)/.test(plain) ? plain.replaceAll(',', '') : plain;
  return textToCents(whole.replace(/^\./, '0.').replace(/\.$/, ''));
}

/** Cents as the value of an input; empty if there is no amount yet. */
export const dollarsText = (cents: number | null): string => (cents === null ? '' : centsToText(cents));

/** A number as an owner types it, with a point or a comma; `null` for anything else. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,4})?$|^\.\d{1,4}$/.test(plain) ? Number(plain) : null;
}

export const numberText = (value: number | null): string => (value === null ? '' : String(value));
