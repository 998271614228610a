import type { Language } from '#shared/core/language.ts';
import { bothNumbers } from '#shared/orders/numbers.ts';
import { type OutboxDeps, type PreparedEmail, prepareFrom } from './outbox.ts';
import { sayIn } from './words.ts';

/* The mails to a buyer that have no template: all their words are in the list of texts. */

type Deps = Pick<OutboxDeps, 'config' | 'clock' | 'facts' | 'changedText'>;
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
