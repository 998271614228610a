import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';
import type { ChangedText } from '#server/errors.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { allergensOf } from '#shared/catalogue/allergens.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { isGift, parcelName } from '#shared/checkout/gift.ts';
import { ADDITIONS, type Amount, type Amounts, DEDUCTIONS } from '#shared/core/amounts.ts';
import type { Language, Localized } from '#shared/core/language.ts';
import { centsOf, formatPrice } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { bothNumbers } from '#shared/orders/numbers.ts';
import { lineNameIn } from '#shared/orders/words.ts';
import { CARRIERS, trackingUrl } from '#shared/shipping/carriers.ts';
import { freeServiceName } from '#shared/shipping/free-service.ts';
import { shippingMethodIn } from '#shared/shipping/names.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shipDaysText } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules, type ShippingRules } from '#shared/shipping/rules.ts';
import { trackingNumbersOf } from '#shared/shipping/tracking.ts';
import { isStoreType } from '#shared/stores/store-types.ts';
import { type OrderTaxes, taxLinesOf } from '#shared/tax/tax.ts';
import { taxReasonText } from '#shared/tax/words.ts';
import { isManual } from '#shared/written-orders/written-orders.ts';
import { type AmountRow, type EmailValues, shippingText } from './render/placeholders.ts';
import { type Say, sayIn, storeTypeIn } from './words.ts';

/**
 * Placeholder for an order number that the database will draw (`emailPart`). It has four characters like most numbers,
 * so that underlines in the text part have the right length.
 */
export const NUMBER_TO_COME = '\ue000\ue000\ue000\ue000';

export type MailedLine = Pick<OrderLine, 'id' | 'name' | 'names' | 'quantity' | 'unitPriceCents'>;

/** Data of an order for the mails; a row of `orders`, or a new one. Money as two-decimal text. */
export type OrderForEmail = Amounts & {
  id: string;
  number: number | typeof NUMBER_TO_COME;
  customerName: string;
  email: string;
  phone: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  zipCode: string;
  /** The recipient of a gift; missing and `null` are the same. */
  recipientName?: string | null | undefined;
  giftNote?: string | null | undefined;
  totalAmount: string;
  /** The part of the payment that the changed items do not cost; missing means none. */
  difference?: string;
  /** The name of an automatic discount; missing and `null` are the same. */
  discountName?: Localized | null | undefined;
  /** Missing and `null` are the same. */
  taxes?: OrderTaxes | null | undefined;
  shippingCost: string | null;
  shippingMethod: string | null;
  shippingCarrier: string | null;
  /** `YYYY-MM-DD`; `null` in orders of earlier versions. */
  shipBy: string | null;
  arriveBy: string | null;
  lines: readonly MailedLine[];
  preferredLanguage: Language;
  statusToken: string;
  /** The first payment's reference; missing is a card's. */
  stripePaymentIntentId?: string;
};
/** Data of a wholesale inquiry for the mails. */
export type InquiryForEmail = {
  businessName: string;
  contactName: string;
  email: string;
  phone: string;
  storeType: string;
  location: string;
  message: string | null;
  preferredLanguage: Language;
};

/** The shop that sends the mail; `changedText` is the owner's wording. */
export type MailShop = { config: Pick<Config, 'publicUrl'>; changedText?: ChangedText | undefined };

type WithAllergens = Pick<Product, 'id' | 'allergens' | 'allergenSpecies'>;

/** `language` is the mail's: the shopper's or inquirer's own, or `config.ownerLanguage`. */
type Options = {
  language: Language;
  /** The products whose allergens the mail lists. */
  products?: readonly WithAllergens[];
  /** Provides the packing time. */
  shipping?: Pick<ShippingRules, 'calendar'>;
};

/** Values for `order_confirmation` and `admin_order_notification`. */
export function orderEmailValues(
  { config, changedText }: MailShop,
  order: OrderForEmail,
  { language, products = [], shipping = brandShippingRules }: Options,
): EmailValues {
  const say = sayIn(language, changedText);
  const lines = order.lines.map((line) => ({
    name: lineNameIn(line, language),
    quantity: line.quantity,
    priceCents: line.unitPriceCents,
    contains: containedIn(products, line.id, language),
  }));
  const { subtotalCents } = orderTotals(lines);
  const shippingCents = order.shippingCost === null ? null : centsOf(order.shippingCost);
  const totalCents = centsOf(order.totalAmount);
  return {
    ...brandValues(config),
    adminUrl: config.publicUrl + adminPath('orders', { open: order.id }),
    customerName: order.customerName,
    email: order.email,
    phone: order.phone,
    orderNumber: bothNumbers(order),
    orderUrl: `${config.publicUrl}/order/${encodeURIComponent(order.statusToken)}`,
    orderItems: {
      lines,
      subtotalCents,
      amounts: amountRows(order, language, { say, changedText }),
      totalCents,
      isChanged: centsOf(order.difference ?? '0.00') !== 0,
    },
    subtotal: formatPrice(subtotalCents, language),
    shippingCost: shippingText(shippingCents, language, say),
    shippingMethod: [
      order.shippingMethod && shippingMethodIn(order.shippingMethod, language, freeServiceName(changedText)),
      order.shippingCarrier,
    ]
      .filter(Boolean)
      .join(', '),
    shippingPromise: promiseText(order, language, say),
    shipsWithin: shipDaysText(shipping, changedText)[language],
    totalAmount: formatPrice(totalCents, language),
    shippingAddress: addressLines(order),
    gift: giftText(order, say),
    preferredLanguage: say(`language_${order.preferredLanguage}`),
  };
}

/**
 * Values for `shipping_confirmation`.
 *
 * @param shipment.carrier one of `CARRIERS`; another gets no tracking link. For several parcels the link leads to the
 * order's page, which has a link for each
 */
export function shippingEmailValues(
  shop: MailShop,
  order: OrderForEmail,
  shipment: { trackingNumber: string; carrier: string },
  options: Options,
): EmailValues {
  const carrier = CARRIERS.find((name) => name === shipment.carrier);
  const values = orderEmailValues(shop, order, options);
  const { trackingNumber } = shipment;
  const isOne = trackingNumbersOf(trackingNumber).length === 1;
  return {
    ...values,
    carrier: shipment.carrier,
    trackingNumber,
    trackingUrl: carrier ? (isOne ? trackingUrl(carrier, trackingNumber) : values.orderUrl) : '',
  };
}

/** Values for `refund_confirmation` and `order_cancellation`. @param amountCents refunded, 0 if nothing was left */
export function refundEmailValues(
  shop: MailShop,
  order: OrderForEmail,
  amountCents: number,
  options: Options,
): EmailValues {
  const { language } = options;
  const say = sayIn(language, shop.changedText);
  const amount = formatPrice(amountCents, language);
  return {
    ...orderEmailValues(shop, order, options),
    refundAmount: amount,
    refundNote:
      amountCents > 0 ? say(isByHand(order) ? 'paidBackByHand' : 'paidBack', { amount }) : say('nothingToPayBack'),
  };
}

const isByHand = ({ stripePaymentIntentId = '' }: OrderForEmail) => isManual(stripePaymentIntentId);

/** Values for `order_change`. @param refundCents paid back, 0 if nothing */
export function changeEmailValues(
  shop: MailShop,
  order: OrderForEmail,
  refundCents: number,
  options: Options,
): EmailValues {
  const { language } = options;
  const say = sayIn(language, shop.changedText);
  const amount = formatPrice(refundCents, language);
  const changeNote =
    refundCents > 0
      ? say(isByHand(order) ? 'paidBackByHand' : 'changePaysBack', { amount })
      : say('changeCostsNothing');
  return { ...orderEmailValues(shop, order, options), changeNote };
}

/**
 * Values for `order_delay`, with the order's new days. @param order.answerBy the last day for a yes; `null` when
 * silence counts as one
 */
export function delayEmailValues(
  shop: MailShop,
  order: OrderForEmail & { answerBy: string | null },
  options: Options,
): EmailValues {
  const { shipBy, answerBy } = order;
  const { language } = options;
  const say = sayIn(language, shop.changedText);
  return {
    ...orderEmailValues(shop, order, options),
    delayNote: shipBy === null ? say('delayOpen') : say('delayDated', { ship: promisedDay(shipBy, language) }),
    delayAnswer: answerBy === null ? say('delaySilence') : say('delayAsks', { day: promisedDay(answerBy, language) }),
  };
}

/**
 * Values for the two wholesale mails. The inquirer's address is not verified, so the mail to it repeats only the names
 * of person and business, and only if they cannot contain an address or an advertisement.
 */
export function inquiryEmailValues(
  { config, changedText }: MailShop,
  inquiry: InquiryForEmail,
  { language, audience }: Options & { audience: 'inquirer' | 'owner' },
): EmailValues {
  const say = sayIn(language, changedText);
  const common: EmailValues = {
    ...brandValues(config),
    email: inquiry.email,
    storeType: isStoreType(inquiry.storeType)
      ? storeTypeIn(inquiry.storeType, language, changedText)
      : say('someBusiness'),
    preferredLanguage: say(`language_${inquiry.preferredLanguage}`),
  };
  if (audience === 'inquirer') {
    return {
      ...common,
      contactName: isPersonsName(inquiry.contactName) ? inquiry.contactName.trim() : say('someone'),
      businessName: isPlainName(inquiry.businessName) ? inquiry.businessName : say('someBusiness'),
    };
  }
  return {
    ...common,
    storeType: isStoreType(inquiry.storeType) ? common.storeType : inquiry.storeType,
    contactName: inquiry.contactName,
    businessName: inquiry.businessName,
    phone: inquiry.phone,
    location: inquiry.location,
    message: inquiry.message || say('noMessage'),
  };
}

const MAX_NAME = 80;

/** Letters and the punctuation of names; no digit sequences, and no dot that a mail program would turn into a link. */
function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME && /^(?:[\p{L}\p{M} '’&,-]|\d(?!\d{2})|\.(?= |$))+$/u.test(name);
}

const MAX_PERSONS_NAME = 40;

/** Letters and the punctuation of names; a dot may only follow an initial. */
function isPersonsName(name: string): boolean {
  return name.trim().length <= MAX_PERSONS_NAME && /^(?:[\p{L}\p{M} '’-]|\.(?= |$))+$/u.test(name.trim());
}

function containedIn(products: readonly WithAllergens[], id: string, language: Language): string | undefined {
  const product = products.find((each) => each.id === id);
  return (product && allergensOf(product, language).join(', ')) || undefined;
}

function brandValues(config: Pick<Config, 'publicUrl'>): EmailValues {
  return {
    brandName: facts.name,
    brandEmail: facts.email,
    brandPhone: facts.phone,
    adminUrl: `${config.publicUrl}/admin/dashboard`,
  };
}

/** The amounts between the items and the total, without those that the order does not have. */
function amountRows(
  order: OrderForEmail,
  language: Language,
  { say, changedText }: { say: Say } & Pick<MailShop, 'changedText'>,
): AmountRow[] {
  const taxReason = taxReasonText(taxLinesOf(order)[0], language, changedText);
  const rowsOf = (names: readonly Amount[], sign: '−' | ''): AmountRow[] =>
    names.flatMap((name) => {
      const amountCents = centsOf(order[name]);
      const note = name === 'tax' ? taxReason : name === 'discount' ? order.discountName?.[language] : '';
      const label = note ? `${say(name)} (${note})` : say(name);
      return amountCents > 0 ? [{ label, amount: `${sign}${formatPrice(amountCents, language)}` }] : [];
    });
  const { shippingCost } = order;
  return [
    ...rowsOf(DEDUCTIONS, '−'),
    ...(shippingCost === null
      ? []
      : [{ label: say('shipping'), amount: shippingText(centsOf(shippingCost), language, say) }]),
    ...rowsOf(ADDITIONS, ''),
    ...differenceRows(centsOf(order.difference ?? '0.00'), language, say),
  ];
}

/** So that the amounts add up to the total, which was paid. */
function differenceRows(differenceCents: number, language: Language, say: Say): AmountRow[] {
  if (differenceCents === 0) return [];
  const sign = differenceCents < 0 ? '−' : '';
  return [{ label: say('difference'), amount: `${sign}${formatPrice(Math.abs(differenceCents), language)}` }];
}

/** Empty if nothing was promised. */
function promiseText({ shipBy, arriveBy }: OrderForEmail, language: Language, say: Say): string {
  if (shipBy === null || arriveBy === null) return '';
  return say('promise', { ship: promisedDay(shipBy, language), arrive: promisedDay(arriveBy, language) });
}

/** Empty if it is not a gift. */
function giftText(order: OrderForEmail, say: Say): string {
  if (!isGift(order)) return '';
  const { giftNote: note } = order;
  return note ? say('giftWithNote', { note }) : say('gift');
}

function addressLines(order: OrderForEmail): string {
  return [parcelName(order), order.addressLine1, order.addressLine2, `${order.city}, ${order.state} ${order.zipCode}`]
    .filter(Boolean)
    .join('\n');
}
