import type {
  AddressInput,
  ConfirmOrderAnswer,
  CreatePaymentIntentAnswer,
  ShippingRatesAnswer,
} from '#shared/checkout/checkout.ts';
import { paymentIntentIdOf } from '#shared/checkout/client-secret.ts';
import type { AmountCents, Deduction } from '#shared/core/amounts.ts';
import type { Localized } from '#shared/core/language.ts';
import { type OrderTotals, orderTotals } from '#shared/core/totals.ts';
import type { KeptText } from '../../lib/text.ts';
import { type Cart, type CartLine, findProduct } from '../cart/cart.ts';
import { getProduct } from '../cart/cart-prices.ts';
import type { PaymentReturn } from './payment-return.ts';
import type { ShippingOption } from './shipping-option.ts';

/** Optional fields. */
type Blank = 'addressLine2' | 'recipientName' | 'giftNote';

/**
 * The address form as typed; `preferredLanguage` stays `null` until chosen, and then defaults to the page's language.
 */
export type AddressDraft = Omit<Required<AddressInput>, 'preferredLanguage' | Blank> & {
  [name in Blank]: string;
} & {
  preferredLanguage: AddressInput['preferredLanguage'] | null;
};

export const EMPTY_ADDRESS: AddressDraft = {
  fullName: '',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  zipCode: '',
  recipientName: '',
  giftNote: '',
  preferredLanguage: null,
};

/** Why a payment step shows a notice; its text is in brand/texts. */
type PaymentNotice = 'not_completed' | 'unchecked' | 'repriced';
/** A line with its unit price, in US cents. */
export type PricedLine = CartLine & { priceCents: number };
/** A payment as the server started it, with the amounts that it charges, in US cents. */
export type OpenedPayment = Omit<CreatePaymentIntentAnswer, 'charge' | 'heldSeconds'> & {
  /** When the hold of goods and code ends, by this browser's clock; missing when nothing is counted. */
  heldUntil?: number;
  charge: Omit<OrderTotals, 'subtotalCents'> & DiscountName & { lines: readonly PricedLine[] };
};
/**
 * `open`: can be paid · `submitted`: sent to the provider, result unknown · `processing`: the bank is processing it,
 * possibly for days; it must be neither paid again nor replaced · `paid`: the provider says succeeded, but our server
 * has not confirmed the order yet.
 */
type PaymentPhase = 'open' | 'submitted' | 'processing' | 'paid';
const PHASES = { open: 'open', processing: 'processing', succeeded: 'paid' } as const;
export type Payment = Omit<OpenedPayment, 'status'> & {
  phase: PaymentPhase;
  notice: PaymentNotice | null;
  /** It was paid on an earlier visit that ended before its order was shown. */
  isEarlier: boolean;
};

/** The name of a discount that applies without a code. */
type DiscountName = { discountName?: Localized | null | undefined };

/** The prices of a quote by product, in US cents per unit. */
export type Prices = Readonly<Record<string, number>>;
/** A price that differs from the one shown before, in US cents. */
export type Repriced = { id: CartLine['id']; beforeCents: number; afterCents: number };

/** `prices` are those of the latest quote: they override the page's own, which may be outdated. */
type WithCart = DiscountName & {
  lines: Cart;
  address: AddressDraft;
  attempt: string;
  prices?: Prices | undefined;
  /** The discount code, and the deduction from the items by the latest quote, in US cents. */
  code?: string | undefined;
  discountCents?: number | undefined;
  /** Why the code cannot be used, as text. */
  codeError?: KeptText | undefined;
};
/** The effect of the heat rules on the offered rates. */
export type Heat = ShippingRatesAnswer['heat'];
type WithRates = WithCart & { options: readonly ShippingOption[]; heat?: Heat | undefined };

/** The step that Forward restores; dropped when an input of that step changes. */
type Ahead<Step> = { ahead?: Step | undefined };
type AtAddress = { step: 'address' } & WithCart & Ahead<AtShipping>;
type AtShipping = { step: 'shipping'; chosen: number; repriced?: readonly Repriced[] } & WithRates &
  Ahead<AtPayment> &
  FellFrom;
/** The discount that was shown before, if less is given now, in US cents. */
type FellFrom = { fellFromCents?: number | undefined };
export type AtPayment = { step: 'payment'; chosen: number; payment: Payment } & WithRates;

type Totals = Omit<OrderTotals, 'shippingCents'> & DiscountName & { shippingCents: number | null };
/** What is known of a completed order: its own data, never this tab's cart. */
export type Receipt = {
  lines: readonly (PricedLine & { names: Localized })[];
  totals: Totals;
  /** The lines of the address. */
  shipTo: readonly string[];
  promised: ShippingOption['promised'];
  email?: string;
};

/**
 * The whole checkout as one value. `lines` is a copy of the cart from the start of the checkout. It is shown, quoted
 * and charged, even if another tab changes the cart. `attempt` identifies this checkout to the server: repeating a
 * request gives one payment, and another choice replaces the earlier one. A closed checkout keeps the input, and the
 * error that closed it.
 */
export type Checkout =
  | ({ step: 'closed'; address: AddressDraft; error: KeptText | null } & Ahead<AtAddress>)
  | AtAddress
  | AtShipping
  | AtPayment
  /** Returned from a provider's page; only the payment data in the URL is known. */
  | ({ step: 'returned'; address: AddressDraft } & PaymentReturn)
  /**
   * `isEarlier`: the order was paid on an earlier visit, and nothing was charged now. No receipt: this browser did not
   * prove that it bought the order.
   */
  | ({ step: 'done'; isEarlier: boolean; receipt?: Receipt | undefined } & ConfirmOrderAnswer);

export type CheckoutEvent =
  | { type: 'start'; lines: Cart; attempt: string }
  | { type: 'typed'; address: AddressDraft }
  /** The code as typed, and what is known about it. */
  | ({ type: 'coded'; code: string | undefined } & Pick<WithCart, 'discountCents' | 'discountName' | 'codeError'>)
  /** Rates for the cart, also repeated after a price change. */
  | ({ type: 'quoted'; options: readonly ShippingOption[] } & Partial<
      Pick<WithRates, 'prices' | 'discountCents' | 'discountName' | 'codeError' | 'heat'>
    > &
      FellFrom)
  | { type: 'chose'; index: number }
  | { type: 'payment_opened'; answer: OpenedPayment }
  | { type: 'submitted' }
  | { type: 'released'; notice: PaymentNotice | null }
  | { type: 'unchecked' }
  | { type: 'processing' }
  | { type: 'paid' }
  | ({ type: 'returned' } & PaymentReturn)
  | ({ type: 'confirmed'; receipt?: Receipt | undefined } & ConfirmOrderAnswer)
  | { type: 'back'; to: 'closed' | 'address' | 'shipping' }
  | { type: 'forward' }
  | { type: 'failed'; message: KeptText }
  | { type: 'closed' };

export const CLOSED: Checkout = { step: 'closed', address: EMPTY_ADDRESS, error: null };

/** The steps that Back and Forward lead through. */
export const STEPS = ['closed', 'address', 'shipping', 'payment'] as const;

/** The number of steps before this one: 0 for the shop and for a completed order. */
export const depthOf = ({ step }: Checkout): number => Math.max(0, (STEPS as readonly string[]).indexOf(step));

/** The checkout after an event; an event that does not fit the step changes nothing. */
export function moveCheckout(checkout: Checkout, event: CheckoutEvent): Checkout {
  switch (event.type) {
    case 'start':
      if (checkout.step !== 'closed' && checkout.step !== 'done') return checkout;
      return { ...withoutType(event), step: 'address', address: addressOf(checkout) };
    case 'typed':
      return checkout.step === 'address' ? { ...checkout, ahead: undefined, address: event.address } : checkout;
    case 'coded':
      return checkout.step === 'address'
        ? {
            ...{ ...checkout, ahead: undefined, discountCents: undefined, discountName: undefined },
            ...{ codeError: undefined, ...withoutType(event) },
          }
        : checkout;
    case 'quoted': {
      if ((checkout.step !== 'address' && checkout.step !== 'shipping') || event.options.length === 0) return checkout;
      return quote(checkout, event);
    }
    case 'chose':
      if (checkout.step !== 'shipping' || !checkout.options[event.index]) return checkout;
      return { ...checkout, ahead: undefined, chosen: event.index };
    case 'payment_opened': {
      if (checkout.step !== 'shipping') return checkout;
      const { ahead: _, ...rest } = checkout;
      const { status, ...answer } = event.answer;
      const notice = answer.charge.totalCents === totalsOf(checkout)?.totalCents ? null : 'repriced';
      const payment: Payment = { ...answer, phase: PHASES[status], notice, isEarlier: status !== 'open' };
      return { ...rest, step: 'payment', payment };
    }
    case 'submitted':
      return withPayment(checkout, ['open'], { phase: 'submitted', notice: null });
    case 'released':
      return withPayment(checkout, ['submitted', 'processing'], { phase: 'open', notice: event.notice });
    case 'processing':
      return withPayment(checkout, ['open', 'submitted'], { phase: 'processing', notice: null });
    case 'unchecked':
      return withPayment(checkout, ['submitted'], { notice: 'unchecked' });
    case 'paid':
      return withPayment(checkout, ['open', 'submitted', 'processing'], { phase: 'paid', notice: null });
    case 'returned': {
      const { paymentIntentId, clientSecret } = event;
      if (checkout.step === 'payment' && paymentIntentIdOf(checkout.payment.clientSecret) === paymentIntentId)
        return withPayment(checkout, ['open', 'submitted'], { phase: 'submitted', notice: null });
      return { step: 'returned', paymentIntentId, clientSecret, address: addressOf(checkout) };
    }
    case 'confirmed': {
      if (checkout.step !== 'payment' && checkout.step !== 'returned') return checkout;
      const isEarlier = checkout.step === 'payment' && checkout.payment.isEarlier;
      return { ...withoutType(event), step: 'done', isEarlier };
    }
    case 'back':
      return goBack(checkout, event.to);
    case 'forward':
      return ('ahead' in checkout && checkout.ahead) || checkout;
    case 'failed':
      return { step: 'closed', address: addressOf(checkout), error: event.message };
    case 'closed':
      return { step: 'closed', address: addressOf(checkout), error: null };
  }
}

function withoutType<Event extends { type: string }>({ type: _, ...rest }: Event): Omit<Event, 'type'> {
  return rest;
}

/** Applies a quote: records changed prices, and keeps the chosen shipping selected. */
function quote(checkout: AtAddress | AtShipping, event: Extract<CheckoutEvent, { type: 'quoted' }>): Checkout {
  const { options, prices } = event;
  const { lines, address, attempt, code } = checkout;
  const repriced = pricedLines(checkout).flatMap(({ id, priceCents }) => {
    const afterCents = prices?.[id] ?? priceCents;
    return afterCents === priceCents ? [] : [{ id, beforeCents: priceCents, afterCents }];
  });
  const chosenBefore = checkout.step === 'shipping' ? checkout : checkout.ahead;
  const before = chosenBefore?.options[chosenBefore.chosen];
  const same = options.findIndex(
    ({ serviceName, carrier }) => serviceName === before?.serviceName && carrier === before.carrier,
  );
  const chosen = same === -1 ? cheapestOf(options) : same;
  return { lines, address, attempt, code, ...withoutType(event), step: 'shipping', chosen, repriced };
}

/** The initial rate: the cheapest, and among equal prices the faster. */
function cheapestOf(options: readonly ShippingOption[]): number {
  const cost = ({ rateCents, estimatedDays }: ShippingOption) => rateCents * 1000 + estimatedDays;
  const costs = options.map(cost);
  return costs.indexOf(Math.min(...costs));
}

function addressOf(checkout: Checkout): AddressDraft {
  return 'address' in checkout ? checkout.address : EMPTY_ADDRESS;
}

function withPayment(checkout: Checkout, from: readonly PaymentPhase[], change: Partial<Payment>): Checkout {
  if (checkout.step !== 'payment' || !from.includes(checkout.payment.phase)) return checkout;
  return { ...checkout, payment: { ...checkout.payment, ...change } };
}

/** Never back from a payment that is in progress or done: it could be paid twice. */
function goBack(checkout: Checkout, to: (typeof STEPS)[number]): Checkout {
  if (checkout.step === 'payment' && checkout.payment.phase !== 'open') return checkout;
  let now = checkout;
  while (depthOf(now) > STEPS.indexOf(to)) now = stepBefore(now);
  return now;
}

function stepBefore(checkout: Checkout): Checkout {
  if (checkout.step === 'address') return { step: 'closed', address: checkout.address, error: null, ahead: checkout };
  if (checkout.step !== 'shipping' && checkout.step !== 'payment') return checkout;
  const { lines, address, attempt, prices, code, discountCents, discountName, codeError, options, heat, chosen } =
    checkout;
  const cart = { lines, address, attempt, prices, code, discountCents, discountName, codeError };
  if (checkout.step === 'shipping') return { step: 'address', ...cart, ahead: checkout };
  return { step: 'shipping', ...cart, options, heat, chosen, ahead: checkout };
}

/**
 * The bought lines at the prices of the latest quote, before it at the page's own; once there is a payment, at the
 * prices that it charges (P14).
 */
export function pricedLines(checkout: Checkout): readonly PricedLine[] {
  if (checkout.step === 'payment') return checkout.payment.charge.lines;
  if (!('lines' in checkout)) return [];
  const { lines, prices } = checkout;
  return lines.map((line) => ({ ...line, priceCents: prices?.[line.id] ?? getProduct(line.id).priceCents }));
}

/** The amounts that will be charged, in US cents; shipping is `null` until there are rates. */
export function totalsOf(checkout: AtPayment): Totals;
export function totalsOf(checkout: Checkout): Totals | null;
export function totalsOf(checkout: Checkout): Totals | null {
  if (!('lines' in checkout)) return null;
  if (checkout.step === 'payment') {
    const { lines: _, ...charged } = checkout.payment.charge;
    const { subtotalCents } = orderTotals(pricedLines(checkout));
    return { subtotalCents, ...charged };
  }
  const chosen = 'chosen' in checkout ? checkout.options[checkout.chosen] : undefined;
  const shippingCents = chosen?.rateCents ?? null;
  const off: AmountCents<Deduction> = { discountCents: checkout.discountCents ?? 0 };
  const totals = orderTotals(pricedLines(checkout), { ...chosen, ...off, shippingCents: shippingCents ?? 0 });
  return { ...totals, shippingCents, discountName: checkout.discountName };
}

/** Parses a stored checkout; one of an older format, or with products that are no longer sold, is closed. */
export function readCheckout(text: string | null): Checkout {
  let stored: { version?: unknown; checkout?: Checkout };
  try {
    stored = JSON.parse(text ?? 'null') ?? {};
  } catch {
    return CLOSED;
  }
  const { version, checkout } = stored;
  if (version !== CHECKOUT_VERSION || typeof checkout?.step !== 'string') return CLOSED;
  const bought = checkout.step === 'closed' ? checkout.ahead : checkout;
  if (bought && 'lines' in bought && !bought.lines.every((line) => findProduct(line.id))) return CLOSED;
  return checkout;
}

/** Increment it whenever the format of `Checkout` changes, so that tabs left open during a release start anew. */
export const CHECKOUT_VERSION = 12;
