/** Formats a card number in groups of four; drops everything except digits. */
export function formatCardNumber(text: string): string {
  return (
    text
      .replace(/\D/g, '')
      .slice(0, 19)
      .match(/\d{1,4}/g) ?? []
  ).join(' ');
}

/**
 * Formats month and year as `12 / 34` while typing. A first digit above 1 is a complete month; a four-digit year stays.
 */
export function formatExpiry(text: string, before = ''): string {
  let digits = text.replace(/\D/g, '').slice(0, 6);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 6);
  // Deleting the slash also deletes the digit before it; otherwise the slash would be inserted again.
  if (before.startsWith(text) && before.length > text.length && /^\d{2} ?\/?$/.test(text)) return digits.slice(0, 1);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export type CardText = { cardNumber: string; expiry: string; cvc: string };
export type CardField = keyof CardText;

/** Fields with an invalid format, in the order of the form; the provider checks the rest. */
export function findCardErrors({ cardNumber, expiry, cvc }: CardText): CardField[] {
  const errors: CardField[] = [];
  if (cardNumber.replace(/\D/g, '').length < 13) errors.push('cardNumber');
  if (!/^(0[1-9]|1[0-2]) \/ (\d{2}|\d{4})$/.test(expiry)) errors.push('expiry');
  if (!/^\d{3,4}$/.test(cvc)) errors.push('cvc');
  return errors;
}
