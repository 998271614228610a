import { emailWords, languageWords, storeTypeWords } from '#brand/emails/words.ts';
import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';
import { allergensOf } from '#shared/allergens.ts';
import { CARRIERS, trackingUrl } from '#shared/carriers.ts';
import { isGift, parcelName } from '#shared/gift.ts';
import type { Language } from '#shared/language.ts';
import { formatPrice, textToCents } from '#shared/money.ts';
import { shippingMethodIn } from '#shared/names.ts';
import { itemNameIn } from '#shared/order-words.ts';
import { orderNumber, parseOrderItems } from '#shared/orders.ts';
import type { Product } from '#shared/products.ts';
import { promisedDay } from '#shared/promised-day.ts';
import { brandShippingRules, type ShippingRules } from '#shared/shipping-rules.ts';
import { shipDaysText } from '#shared/shipping-words.ts';
import { isStoreType } from '#shared/store-types.ts';
import { type OrderTaxes, taxLinesOf } from '#shared/tax.ts';
import { taxReasonText } from '#shared/tax-words.ts';
import { orderTotals } from '#shared/totals.ts';
import { type EmailValues, shippingText } from './placeholders.ts';

/** Data of an order for the mails; a row of `orders`, or one about to be inserted. Money as two-decimal text. */
export type OrderForEmail = {
  id: string;
  customerName: string;
  email: string;
  phone: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  zipCode: string;
  /** Of a gift; missing and `null` are the same. */
  recipientName?: string | null | undefined;
  giftNote?: string | null | undefined;
  totalAmount: string;
  discount: string;
  tax: string;
  /** Missing and `null` are the same. */
  taxes?: OrderTaxes | null | undefined;
  shippingCost: string | null;
  shippingMethod: string | null;
  shippingCarrier: string | null;
  /** `YYYY-MM-DD`; `null` in orders of earlier versions. */
  shipBy: string | null;
  arriveBy: string | null;
  items: string;
  preferredLanguage: Language;
  statusToken: string;
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

/** `language` is the mail's: the shopper's or inquirer's own, or `config.ownerLanguage`. */
type WithAllergens = Pick<Product, 'id' | 'allergens' | 'allergenSpecies'>;

type Options = {
  language: Language;
  config: Pick<Config, 'publicUrl'>;
  /** Where the mail says what its products contain: these. */
  products?: readonly WithAllergens[];
  /** Say how long packing takes. */
  shipping?: Pick<ShippingRules, 'calendar'>;
};

/** Values for `order_confirmation` and `admin_order_notification`. */
export function orderEmailValues(
  order: OrderForEmail,
  { language, config, products = [], shipping = brandShippingRules }: Options,
): EmailValues {
  const lines = parseOrderItems(order.items).map((item) => ({
    name: itemNameIn(item, language),
    quantity: item.quantity,
    priceCents: cents(item.price),
    contains: containedIn(products, item.id, language),
  }));
  const { subtotalCents } = orderTotals(lines);
  const shippingCents = order.shippingCost === null ? null : cents(order.shippingCost);
  const totalCents = cents(order.totalAmount);
  return {
    ...brandValues(config),
    adminUrl: `${config.publicUrl}/admin/dashboard?order=${encodeURIComponent(order.id)}`,
    customerName: order.customerName,
    email: order.email,
    phone: order.phone,
    orderNumber: orderNumber(order.id),
    orderUrl: `${config.publicUrl}/order/${encodeURIComponent(order.statusToken)}`,
    orderItems: {
      lines,
      subtotalCents,
      discountCents: cents(order.discount),
      shippingCents,
      taxCents: cents(order.tax),
      taxReason: taxReasonText(taxLinesOf(order)[0], language),
      totalCents,
    },
    subtotal: formatPrice(subtotalCents, language),
    shippingCost: shippingText(shippingCents, language),
    shippingMethod: [order.shippingMethod && shippingMethodIn(order.shippingMethod, language), order.shippingCarrier]
      .filter(Boolean)
      .join(', '),
    shippingPromise: promiseText(order, language),
    shipsWithin: shipDaysText(shipping)[language],
    totalAmount: formatPrice(totalCents, language),
    shippingAddress: addressLines(order),
    gift: giftText(order, language),
    preferredLanguage: languageWords[order.preferredLanguage][language],
  };
}

/**
 * Values for `shipping_confirmation`.
 *
 * @param shipment.carrier one of `CARRIERS`; another gets no tracking link
 */
export function shippingEmailValues(
  order: OrderForEmail,
  shipment: { trackingNumber: string; carrier: string },
  options: Options,
): EmailValues {
  const carrier = CARRIERS.find((name) => name === shipment.carrier);
  return {
    ...orderEmailValues(order, options),
    carrier: shipment.carrier,
    trackingNumber: shipment.trackingNumber,
    trackingUrl: carrier ? trackingUrl(carrier, shipment.trackingNumber) : '',
  };
}

/** Values for `refund_confirmation` and `order_cancellation`. @param amountCents paid back, 0 when nothing was left */
export function refundEmailValues(order: OrderForEmail, amountCents: number, options: Options): EmailValues {
  const { language } = options;
  const amount = formatPrice(amountCents, language);
  const { paidBack, nothingToPayBack } = emailWords;
  return {
    ...orderEmailValues(order, options),
    refundAmount: amount,
    refundNote: amountCents > 0 ? paidBack[language].replace('{amount}', () => amount) : nothingToPayBack[language],
  };
}

/** Values for `order_delay`, with the order's new days. @param order.answerBy the last day for a yes; `null` when silence is one */
export function delayEmailValues(order: OrderForEmail & { answerBy: string | null }, options: Options): EmailValues {
  const { shipBy, answerBy } = order;
  const { language } = options;
  const { delayDated, delayOpen, delaySilence, delayAsks } = emailWords;
  return {
    ...orderEmailValues(order, options),
    delayNote:
      shipBy === null
        ? delayOpen[language]
        : delayDated[language].replace('{ship}', () => promisedDay(shipBy, language)),
    delayAnswer:
      answerBy === null
        ? delaySilence[language]
        : delayAsks[language].replace('{day}', () => promisedDay(answerBy, language)),
  };
}

/**
 * Values for the two wholesale mails. The inquirer's address is not verified. So the mail to it repeats only the name
 * of the business, and only if that cannot contain an address or an advertisement.
 */
export function inquiryEmailValues(
  inquiry: InquiryForEmail,
  { language, config, audience }: Options & { audience: 'inquirer' | 'owner' },
): EmailValues {
  const common: EmailValues = {
    ...brandValues(config),
    email: inquiry.email,
    storeType: isStoreType(inquiry.storeType)
      ? storeTypeWords[inquiry.storeType][language]
      : emailWords.someBusiness[language],
    preferredLanguage: languageWords[inquiry.preferredLanguage][language],
  };
  if (audience === 'inquirer') {
    return {
      ...common,
      contactName: emailWords.someone[language],
      businessName: isPlainName(inquiry.businessName) ? inquiry.businessName : emailWords.someBusiness[language],
    };
  }
  return {
    ...common,
    storeType: isStoreType(inquiry.storeType) ? common.storeType : inquiry.storeType,
    contactName: inquiry.contactName,
    businessName: inquiry.businessName,
    phone: inquiry.phone,
    location: inquiry.location,
    message: inquiry.message || emailWords.noMessage[language],
  };
}

const NAME_MAX = 80;

/** Letters and the punctuation of names; no runs of digits, and no dot that a mail program would turn into a link. */
function isPlainName(name: string): boolean {
  return name.length <= NAME_MAX && /^(?:[\p{L}\p{M} '’&,-]|\d(?!\d{2})|\.(?= |$))+$/u.test(name);
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

/** Empty where nothing was promised. */
function promiseText({ shipBy, arriveBy }: OrderForEmail, language: Language): string {
  if (shipBy === null || arriveBy === null) return '';
  return emailWords.promise[language]
    .replace('{ship}', () => promisedDay(shipBy, language))
    .replace('{arrive}', () => promisedDay(arriveBy, language));
}

/** Empty where it is none. */
function giftText(order: OrderForEmail, language: Language): string {
  if (!isGift(order)) return '';
  const { giftNote } = order;
  return giftNote ? emailWords.giftWithNote[language].replace('{note}', () => giftNote) : emailWords.gift[language];
}

function addressLines(order: OrderForEmail): string {
  return [parcelName(order), order.addressLine1, order.addressLine2, `${order.city}, ${order.state} ${order.zipCode}`]
    .filter(Boolean)
    .join('\n');
}

function cents(text: string): number {
  const value = textToCents(text);
  if (value === null) throw new RangeError(`Not an amount of money: ${text}`);
  return value;
}
