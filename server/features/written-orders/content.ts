import type { CheckoutAddress, CheckoutLine } from '#shared/checkout/checkout.ts';
import type { AmountCents } from '#shared/core/amounts.ts';
import type { Language } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';
import type { WrittenOrderInput } from '#shared/written-orders/written-orders.ts';

/** A price that is not the catalogue's, in US cents. */
export type ChangedPrice = { id: string; name: string; fromCents: number; toCents: number; reason: string };

/** What a written order sells, in the form of a checkout. Amounts in US cents. */
export type WrittenContent = AmountCents & {
  lines: CheckoutLine[];
  address: CheckoutAddress;
  shippingMethod: string;
  shippingCarrier: string;
  shipBy: string | null;
  arriveBy: string | null;
  subtotalCents: number;
  shippingCents: number;
  discountCode: string | null;
  codeId: string | null;
  taxes: OrderTaxes | null;
  totalCents: number;
  currency: string;
  preferredLanguage: Language;
  changedPrices: ChangedPrice[];
};

/** An order before it is stored: `attempt` is the key of its holds. */
export type Draft = {
  key: string;
  bodyHash: string;
  attempt: string;
  content: WrittenContent;
  input: WrittenOrderInput;
  isCounted: boolean;
};

/** Changed prices as one line; they look the same in both languages. */
export function pricesText(changed: readonly ChangedPrice[]): string | null {
  const texts = changed.map(({ name, fromCents, toCents, reason }) => {
    return `${name} ${formatPrice(fromCents, 'en')} → ${formatPrice(toCents, 'en')} (${reason})`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}
