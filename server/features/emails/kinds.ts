import { sampleMessage } from '#brand/emails/words.ts';
import { facts } from '#brand/facts.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { NO_AMOUNTS } from '#shared/core/amount-fields.ts';
import type { Language } from '#shared/core/language.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { TemplateKey } from '#shared/emails/emails.ts';
import type { EmailValues } from './render/placeholders.ts';
import {
  changeEmailValues,
  delayEmailValues,
  type InquiryForEmail,
  inquiryEmailValues,
  type MailShop,
  type OrderForEmail,
  orderEmailValues,
  refundEmailValues,
  shippingEmailValues,
} from './values.ts';

/** Two of the first product, and one of the second if there is one. */
function sampleLines(products: readonly Product[], language: Language) {
  const bought = products.slice(0, 2).map((product, i) => ({ ...product, quantity: i === 0 ? 2 : 1 }));
  const lines = bought.map(({ id, name, priceCents: unitPriceCents, quantity }) => {
    return { id, name: name[language], names: name, quantity, unitPriceCents };
  });
  return { lines, totalAmount: centsToText(orderTotals(bought).totalCents) };
}

const order = ({ language, products }: SampleOptions): OrderForEmail => ({
  id: '7f3a9c21-0000-4000-8000-000000000000',
  number: 1042,
  customerName: 'Yolanda Peña',
  email: 'yolanda@customer.example',
  phone: '+1 305-555-0117',
  addressLine1: '812 Palm Avenue',
  addressLine2: 'Apt 4',
  city: facts.address.city,
  state: facts.address.state,
  zipCode: facts.address.zipCode,
  ...sampleLines(products, language),
  ...NO_AMOUNTS,
  shippingCost: '0.00',
  shippingMethod: 'Ground Advantage',
  shippingCarrier: 'USPS',
  shipBy: '2026-11-24',
  arriveBy: '2026-12-01',
  preferredLanguage: language,
  statusToken: 'sample',
});

const inquiry = (language: Language): InquiryForEmail => ({
  businessName: 'Bodega La Esquina',
  contactName: 'Ramón Ferrer',
  email: 'ramon@store.example',
  phone: '+1 786-555-0163',
  storeType: 'convenience',
  location: `${facts.address.city}, ${facts.address.state}`,
  message: sampleMessage[language],
  preferredLanguage: language,
});

/** `products` are those on sale. */
type SampleOptions = Parameters<typeof orderEmailValues>[2] & { products: readonly Product[] };

const withoutProducts = ({ products: _, ...options }: SampleOptions) => options;

/** A sample whose whole total is refunded. */
function paidBack(shop: MailShop, options: SampleOptions): EmailValues {
  const sample = order(options);
  return refundEmailValues(shop, sample, centsOf(sample.totalAmount), withoutProducts(options));
}

type Kind = {
  /** Smaller goes first, so that buyers do not wait for other mails. */
  priority: number;
  /** Sample values for the preview and the test mail. */
  sample: (shop: MailShop, options: SampleOptions) => EmailValues;
};

/** Facts about each mail that has a template; a missing row does not compile. */
export const KINDS: Readonly<Record<TemplateKey, Kind>> = {
  wholesale_confirmation: {
    priority: 2,
    sample: (shop, options) =>
      inquiryEmailValues(shop, inquiry(options.language), { ...options, audience: 'inquirer' }),
  },
  wholesale_notification: {
    priority: 2,
    sample: (shop, options) => inquiryEmailValues(shop, inquiry(options.language), { ...options, audience: 'owner' }),
  },
  order_confirmation: { priority: 0, sample: (shop, options) => orderEmailValues(shop, order(options), options) },
  admin_order_notification: {
    priority: 0,
    sample: (shop, options) => orderEmailValues(shop, order(options), withoutProducts(options)),
  },
  shipping_confirmation: {
    priority: 0,
    sample: (shop, options) => {
      const shipment = { trackingNumber: '9400100000000000000000', carrier: 'USPS' };
      return shippingEmailValues(shop, order(options), shipment, withoutProducts(options));
    },
  },
  refund_confirmation: { priority: 0, sample: paidBack },
  order_cancellation: { priority: 0, sample: paidBack },
  order_change: {
    priority: 0,
    sample: (shop, options) => {
      const [line] = options.products;
      return changeEmailValues(shop, order(options), line?.priceCents ?? 0, options);
    },
  },
  order_delay: {
    priority: 0,
    sample: (shop, options) =>
      delayEmailValues(shop, { ...order(options), answerBy: '2026-12-08' }, withoutProducts(options)),
  },
};
