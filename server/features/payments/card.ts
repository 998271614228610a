import { AppError } from '#server/errors.ts';

/**
 * Validates the input of the sandbox's card form.
 *
 * @param card.expiry month and year, such as `12/34`, `12 / 2034` or `1234`
 * @returns the number's digits
 * @throws AppError `card_number_invalid` · `card_expiry_invalid` · `card_expired` · `card_cvc_invalid`
 */
export function checkCard(card: { cardNumber: string; expiry: string; cvc: string }, now: Date): string {
  const digits = card.cardNumber.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) throw new AppError('card_number_invalid');
  checkExpiry(card.expiry, now);
  if (!/^\d{3,4}$/.test(card.cvc)) throw new AppError('card_cvc_invalid');
  return digits;
}

function checkExpiry(expiry: string, now: Date): void {
  const [, monthText, yearText] =
    /^(\d{1,2}) ?[/-] ?(\d{2}|\d{4})$/.exec(expiry) ?? /^(\d{2})(\d{2})$/.exec(expiry) ?? [];
  const month = Number(monthText);
  if (!(month >= 1 && month <= 12)) throw new AppError('card_expiry_invalid');
  const year = Number(yearText) + (yearText?.length === 2 ? 2000 : 0);
  // A card is valid until the end of its month.
  if (Date.UTC(year, month, 1) <= now.getTime()) throw new AppError('card_expired');
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
