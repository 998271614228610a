/** The provider's reference of a payment, which is the beginning of its client secret. */
export function paymentIntentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
