import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import type { OrderDetail, OrderEvent } from '#shared/orders/admin-orders.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { isManual } from '#shared/written-orders/written-orders.ts';
import { getLanguage } from '../../../lib/language.ts';
import { isPaidMethod, methodLabels } from './method-labels.ts';

type Detail = OrderEvent['detail'];

/** `Check, Nov 28, No. 1042` */
function paidText({ method, paidOn, reference }: Detail, language: Language): string {
  const paid = isPaidMethod(method)
    ? `${methodLabels[method]()}, ${promisedDay(String(paidOn), language)}`
    : m.admin_written_by_link_fact();
  return [paid, reference].filter(Boolean).join(', ');
}

/** How an order that the owner has written was paid, and its changed prices; nothing for a shopper's. */
export function writtenFacts({ events }: Pick<OrderDetail, 'events'>, language: Language): [string, string][] {
  const detail = events.find(({ kind }) => kind === 'written')?.detail;
  if (!detail) return [];
  const prices: [string, string][] = detail.prices ? [[m.admin_written_prices(), String(detail.prices)]] : [];
  return [[m.admin_written_how(), paidText(detail, language)], ...prices];
}

/** The line of the history. */
export const writtenText = (detail: Detail): string =>
  detail.method === null
    ? m.admin_written_history()
    : m.admin_written_history_paid({ how: paidText(detail, getLanguage()) });

/** Above the refunds of an order that was paid without the payment provider. */
export function ByHandNote({ order }: { order: Pick<OrderDetail, 'stripePaymentIntentId'> }) {
  if (!isManual(order.stripePaymentIntentId)) return null;
  return <p className="mt-4 text-[0.95rem]">{m.admin_written_refund_by_hand()}</p>;
}
