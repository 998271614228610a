/** A phone number as WhatsApp and `tel:` want it: digits with the country's code, `null` when there are too few. */
export function phoneDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 10) return null;
  // Ten digits without a plus are a number of the United States.
  return digits.length === 10 && !phone.trim().startsWith('+') ? `1${digits}` : digits;
}
