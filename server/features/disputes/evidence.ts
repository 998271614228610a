import { adminTexts } from '#brand/texts/tables.ts';
import { parcelName } from '#shared/checkout/gift.ts';
import { isErased } from '#shared/checkout/person.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { centsOf, formatPrice } from '#shared/core/money.ts';
import type { OrderDetail, OrderEvent } from '#shared/orders/admin-orders.ts';
import { type Evidence, fitEvidence } from '#shared/orders/dispute-file.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { contentsIn, lineNameIn } from '#shared/orders/words.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { trackingNumbersOf } from '#shared/shipping/tracking.ts';

/** The input for the evidence about an order, besides the order itself. */
export type KnownOfOrder = {
  order: OrderDetail;
  /** The current size and description of a product; `null` for a deleted one. */
  productOf(productId: string): { size: string; description: string } | null;
  /** The refund policy when the payment began; `null` if that was not stored. */
  refundPolicy: string | null;
  policyUrl: string;
  /** What the customer was sent, oldest first. */
  mails: readonly { to: string; subject: string; text: string; sentAt: Date }[];
};

type Word = Extract<keyof (typeof adminTexts)[Language], `admin_evidence_${string}` | `admin_history_${string}`>;

/** The shop's evidence for a dispute, in one language and within the provider's limits. */
export function writeEvidence(known: KnownOfOrder, language: Language): Evidence {
  const { order } = known;
  const say = (key: Word, values: Record<string, string> = {}) =>
    adminTexts[language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const isKnown = !isErased(order.email);
  const leftAt = whenItLeft(order);
  const evidence: Evidence = {
    ...(isKnown && {
      customer_name: order.customerName,
      customer_email_address: order.email,
      shipping_address: [
        parcelName(order),
        order.addressLine1,
        order.addressLine2 ?? '',
        `${order.city}, ${order.state} ${order.zipCode}`,
      ]
        .filter(Boolean)
        .join('\n'),
    }),
    ...(order.trackingNumber && {
      shipping_carrier: order.trackingCarrier ?? '',
      shipping_tracking_number: order.trackingNumber,
    }),
    ...(leftAt && { shipping_date: dayText(leftAt, language) }),
    product_description: productsText(known, language),
    refund_policy_disclosure: policyText(known, language, say),
    uncategorized_text: storyText(known, language, say),
  };
  return fitEvidence(evidence, `\n${say('admin_evidence_cut')}`);
}

type Say = (key: Word, values?: Record<string, string>) => string;

/** The carrier's scan takes precedence over the day on which the shop marked it as shipped. */
function whenItLeft({ events, trackingNumber }: OrderDetail): Date | null {
  if (trackingNumber === null) return null;
  const numbers: unknown[] = trackingNumbersOf(trackingNumber);
  const seen = events.find(
    ({ kind, detail }) =>
      kind === 'parcel' && numbers.includes(detail.trackingNumber) && typeof detail.at === 'string' && isMoving(detail),
  );
  if (seen) return new Date(String(seen.detail.at));
  const marked = events.findLast(({ kind, detail }) => kind === 'status' && detail.to === 'shipped');
  return marked ? new Date(marked.createdAt) : null;
}

const isMoving = ({ state }: OrderEvent['detail']) => state === 'transit' || state === 'delivered';

function productsText({ order, productOf }: KnownOfOrder, language: Language): string {
  return order.lines.map((line) => lineText(line, productOf(line.id), language)).join('\n');
}

function lineText(line: OrderLine, product: ReturnType<KnownOfOrder['productOf']>, language: Language): string {
  const parts = contentsIn(line, language).map(({ name, quantity }) => `${quantity} × ${name}`);
  const name = [lineNameIn(line, language), product?.size].filter(Boolean).join(', ');
  const about = [product?.description, parts.length > 0 && `(${parts.join('; ')})`].filter(Boolean).join(' ');
  return [`${line.quantity} × ${name}, ${formatPrice(line.unitPriceCents, language)}`, about]
    .filter(Boolean)
    .join('. ');
}

function policyText({ order, refundPolicy, policyUrl }: KnownOfOrder, language: Language, say: Say): string {
  const { policies } = order;
  if (!policies) return '';
  const shown = say('admin_evidence_policy', {
    when: momentText(policies.at, language),
    language: new Intl.DisplayNames([LOCALES[language]], { type: 'language' }).of(policies.language) ?? '',
    rule: policies.refundRule,
    url: policyUrl,
    revision: String(policies.revision),
  });
  return refundPolicy ? `${shown}\n\n${refundPolicy}` : shown;
}

function storyText({ order, mails }: KnownOfOrder, language: Language, say: Say): string {
  const placed = say('admin_evidence_order', {
    number: orderNumber(order.id),
    when: momentText(order.createdAt, language),
    total: price(order.totalAmount, language),
    shipping: price(order.shippingCost ?? '0.00', language),
    tax: price(order.tax, language),
    payment: order.stripePaymentIntentId,
  });
  const promised =
    order.shipBy && order.arriveBy
      ? say('admin_evidence_promised', {
          ship: promisedDay(order.shipBy, language),
          arrive: promisedDay(order.arriveBy, language),
        })
      : '';
  const happened = order.events.flatMap((event) => {
    const text = eventText(event, language, say);
    return text ? [`${momentText(event.createdAt, language)}: ${text}`] : [];
  });
  const sent = mails.map(({ to, subject, text, sentAt }) => {
    const head = say('admin_evidence_mail', { when: momentText(sentAt.toISOString(), language), to, subject });
    return `${head}\n${text.trim()}`;
  });
  const [first, ...rest] = sent;
  return [
    [placed, promised].filter(Boolean).join('\n'),
    happened.length > 0 && [say('admin_evidence_happened'), ...happened].join('\n'),
    first && [`${say('admin_evidence_mails')}\n${first}`, ...rest].join('\n\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const STATUS_WORDS: Readonly<Record<string, Word | undefined>> = {
  shipped: 'admin_evidence_shipped',
  delivered: 'admin_evidence_delivered',
  cancelled: 'admin_evidence_cancelled',
};

/** `null` for events that do not concern the bank, such as the cost of a label. */
function eventText({ kind, detail }: OrderEvent, language: Language, say: Say): string | null {
  const value = (name: string) => String(detail[name] ?? '');
  const byCustomer = (text: string) => (detail.by === 'customer' ? say('admin_history_by_customer', { text }) : text);
  switch (kind) {
    case 'created':
      return say('admin_history_created');
    case 'status': {
      const word = STATUS_WORDS[value('to')];
      return word ? byCustomer(say(word)) : null;
    }
    case 'tracking':
      return detail.trackingNumber === null
        ? say('admin_history_tracking_removed', { number: value('previous') })
        : say('admin_history_tracking', { number: value('trackingNumber'), carrier: value('carrier') });
    case 'address':
      return byCustomer(say('admin_history_address', { from: value('from'), to: value('to') }));
    case 'items':
      return say('admin_history_items', { from: value('from'), to: value('to') });
    case 'parcel':
      return [parcelWord(value('state'), language), value('place'), value('at') && momentText(value('at'), language)]
        .filter(Boolean)
        .join(', ');
    case 'delay':
      return detail.shipBy === null
        ? say('admin_history_delay_open')
        : say('admin_history_delay', { day: promisedDay(value('shipBy'), language) });
    case 'waits':
      return byCustomer(say('admin_history_waits'));
    case 'refund':
      return say('admin_evidence_refund', { amount: price(value('refunded'), language) });
    default:
      return null;
  }
}

function parcelWord(state: string, language: Language): string {
  const words: Readonly<Record<string, string>> = adminTexts[language];
  return words[`admin_parcel_${state}`] ?? state;
}

const price = (amount: string, language: Language) => formatPrice(centsOf(amount), language);

const momentText = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: shopZone(),
  }).format(new Date(iso));

const dayText = (at: Date, language: Language) =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: shopZone() }).format(at);
