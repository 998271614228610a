import * as m from '#messages';
import { ADDITIONS, DEDUCTIONS } from '#shared/core/amounts.ts';
import type { Language } from '#shared/core/language.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { getLanguage } from '../../../lib/language.ts';
import { shippingMethod } from '../../../lib/shipping-method.ts';
import { getProduct } from '../../cart/cart-prices.ts';
import { amountLabels } from '../amount-labels.ts';
import { type Checkout, pricedLines, totalsOf } from '../checkout-machine.ts';
import type { ShippingOption } from '../shipping-option.ts';
import type { Sheet, SheetRate } from './port.ts';

/** An id that is the same in every quote: carrier and service. */
export const rateIdOf = ({ carrier, serviceName }: ShippingOption): string => `${carrier} ${serviceName}`;

/** A checkout in its address or shipping step, as the wallet's sheet shows it. */
export function sheetOf(checkout: Checkout): Sheet {
  const totals = totalsOf(checkout);
  if (!totals) return { totalCents: 0, lines: [], rates: [] };
  const language = getLanguage();
  const labels = amountLabels(totals.discountName);
  const items = pricedLines(checkout).map(({ id, quantity, priceCents }) => ({
    label: `${quantity} × ${getProduct(id).name[language]}`,
    amountCents: quantity * priceCents,
  }));
  const deductions = DEDUCTIONS.map((name) => ({ label: labels[name], amountCents: -totals[`${name}Cents`] }));
  const additions = ADDITIONS.map((name) => ({ label: labels[name], amountCents: totals[`${name}Cents`] }));
  const amounts = [...deductions, ...additions].filter(({ amountCents }) => amountCents !== 0);
  return { totalCents: totals.totalCents, lines: [...items, ...amounts], rates: ratesOf(checkout, language) };
}

function ratesOf(checkout: Checkout, language: Language): SheetRate[] {
  if (checkout.step !== 'shipping') return [];
  const { options, chosen } = checkout;
  // Wallets select the first one.
  const ordered = options.filter((_, index) => index === chosen).concat(options.filter((_, index) => index !== chosen));
  return ordered.map((option) => ({
    id: rateIdOf(option),
    label: `${arrivalOf(option, language)} · ${option.carrier}`,
    detail: shippingMethod(option.serviceName, language),
    amountCents: option.rateCents,
  }));
}

function arrivalOf({ promised, estimatedDays }: ShippingOption, language: Language): string {
  if (!promised) return estimatedDays === 1 ? m.checkout_day() : m.checkout_days({ days: estimatedDays });
  const day = promisedDay(promised.arriveBy, language);
  return day.charAt(0).toUpperCase() + day.slice(1);
}
