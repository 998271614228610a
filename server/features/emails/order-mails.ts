import type { Language } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { bothNumbers } from '#shared/orders/numbers.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { type OutboxDeps, type PreparedEmail, prepareFrom } from './outbox.ts';
import { sayIn } from './words.ts';

/* The mails to a buyer that have no template: all their words are in the list of texts. */

type Deps = Pick<OutboxDeps, 'config' | 'clock' | 'facts' | 'look' | 'changedText'>;
type Order = { id: string; number: number | string; email: string; preferredLanguage: Language; statusToken: string };

/**
 * A mail with the link of an order's page, for a buyer who has lost it. @param dedupeKey mails with the same key are
 * sent once
 */
export function prepareOrderLink(deps: Deps, order: Order, dedupeKey: string): PreparedEmail {
  const say = sayIn(order.preferredLanguage, deps.changedText);
  const number = bothNumbers(order);
  return orderMail(deps, order, {
    subject: say('orderLinkSubject', { number }),
    body: '{{text}}\n\n[{{open}}]({{orderUrl}})\n\n{{note}}',
    words: { text: say('orderLinkText', { number }), open: say('orderLinkOpen'), note: say('orderLinkWhy') },
    dedupeKey,
  });
}

/**
 * Tells the buyer that the address of an order was changed on its page, because anyone with the link can do that.
 *
 * @param dedupeKey mails with the same key are sent once
 */
export function prepareNewAddressNotice(deps: Deps, order: Order, dedupeKey: string): PreparedEmail {
  const say = sayIn(order.preferredLanguage, deps.changedText);
  const number = bothNumbers(order);
  return orderMail(deps, order, {
    subject: say('newAddressSubject', { number }),
    body: '{{text}}\n\n{{note}}',
    words: { text: say('newAddressText', { number }), note: say('newAddressNotYou') },
    dedupeKey,
  });
}

type OwedMail = {
  /** `asks` for a payment; `paid`; `returned`: it came too late and goes back. */
  kind: 'asks' | 'paid' | 'returned';
  amountCents: number;
  /** All payments of the order. */
  paidCents: number;
  /** What the order has now, as one line. */
  items: string;
  /** When the request ends. */
  until: Date;
  /** Identifies the request. */
  key: string;
};

/** The mails about a payment that the buyer is asked for after the order: with the link of the page where it is paid. */
export function prepareOwedMail(
  deps: Deps,
  order: Order,
  { kind, amountCents, paidCents, items, until, key }: OwedMail,
): PreparedEmail {
  const language = order.preferredLanguage;
  const say = sayIn(language, deps.changedText);
  const amount = formatPrice(amountCents, language);
  const values = { number: bothNumbers(order), amount, items, paid: formatPrice(paidCents, language) };
  const mail = {
    asks: {
      subject: say('owedAsksSubject', values),
      text: say('owedAsksText', values),
      open: say('owedAsksOpen', values),
      note: say('owedAsksUntil', { day: promisedDay(shopDay(until), language) }),
    },
    paid: {
      subject: say('owedPaidSubject', values),
      text: say('owedPaidText', values),
      open: say('orderLinkOpen'),
      note: say('owedPaidSum', values),
    },
    returned: {
      subject: say('owedReturnedSubject', values),
      text: say('owedReturnedText', values),
      open: say('orderLinkOpen'),
      note: say('paidBack', values),
    },
  }[kind];
  const { subject, ...words } = mail;
  const body = '{{text}}\n\n[{{open}}]({{orderUrl}})\n\n{{note}}';
  return orderMail(deps, order, { subject, body, words, dedupeKey: `owed_${kind}:${key}` });
}

/** Tells the buyer of an order that was paid without a card that a sum was paid back the same way. */
export function prepareRefundByHand(
  deps: Deps,
  order: Order,
  { amountCents, dedupeKey }: { amountCents: number; dedupeKey: string },
): PreparedEmail {
  const say = sayIn(order.preferredLanguage, deps.changedText);
  const amount = formatPrice(amountCents, order.preferredLanguage);
  return orderMail(deps, order, {
    subject: say('paidBackByHandSubject', { amount, number: bothNumbers(order) }),
    body: '{{text}}\n\n[{{open}}]({{orderUrl}})\n\n{{note}}',
    words: { text: say('paidBackByHand', { amount }), open: say('orderLinkOpen'), note: say('paidBackByHandWrong') },
    dedupeKey,
  });
}

type OrderMail = {
  subject: string;
  /** The program's own Markdown; the owner's words are placeholders in it, so that they are not parsed as Markdown. */
  body: string;
  words: { text: string; open?: string; note: string };
  dedupeKey: string;
};

function orderMail(deps: Deps, order: Order, { subject, body, words, dedupeKey }: OrderMail): PreparedEmail {
  const { id: orderId, email: to, preferredLanguage: language, statusToken } = order;
  const values = { ...words, orderUrl: `${deps.config.publicUrl}/order/${encodeURIComponent(statusToken)}` };
  return prepareFrom(
    deps,
    { subject, body },
    { templateKey: 'customer_message', language, to, values, orderId, dedupeKey },
  );
}
