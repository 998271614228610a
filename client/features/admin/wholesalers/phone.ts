/** A phone number for WhatsApp and `tel:`: digits with the country code, `null` when there are too few. */
export function phoneDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 10) return null;
  // Ten digits without a plus are a US number.
  return digits.length === 10 && !phone.trim().startsWith('+') ? `1${digits}` : digits;
}
