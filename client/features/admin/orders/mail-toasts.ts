import * as m from '#messages';
import { centsOf } from '#shared/core/money.ts';
import type { Order, OrderDetail, TrackingAnswer } from '#shared/orders/admin-orders.ts';
import type { MessageAnswer } from '#shared/orders/change.ts';
import { formatCount } from '../kit/format.ts';

/*
 * Toasts about a mail depend on the server's answer alone: `queued` it will be sent, `stored` it waits for a mail
 * server, `none` there is none.
 */

type Mail = TrackingAnswer['mail'];
type Said = { title: string; description?: string };

const count = (mails: readonly Mail[], state: Mail) => mails.filter((mail) => mail === state).length;

/** After a tracking number was saved. */
export function trackingToast({ mail, status }: Pick<TrackingAnswer, 'mail' | 'status'>): Said {
  if (mail === 'queued') return { title: m.admin_tracking_added_title(), description: m.admin_tracking_added_text() };
  const none = status === 'cancelled' ? m.admin_tracking_cancelled_text() : m.admin_tracking_told_text();
  const description = mail === 'stored' ? m.admin_tracking_stored_text() : none;
  return { title: m.admin_tracking_saved_title(), description };
}

/** After saving numbers of many orders; '' if none was saved. */
export function shipMailText(mails: readonly Mail[]): string {
  const [queued, stored] = [count(mails, 'queued'), count(mails, 'stored')];
  if (queued > 0) return m.admin_ship_mailed({ count: formatCount(queued) });
  if (stored > 0) return m.admin_ship_stored({ count: formatCount(stored) });
  return mails.length > 0 ? m.admin_ship_no_mail() : '';
}

/** After delay notices. */
export function delayToast(mails: readonly Mail[]): Said {
  const [queued, stored] = [count(mails, 'queued'), count(mails, 'stored')];
  if (queued === 1) return { title: m.admin_delay_sent_one() };
  if (queued > 0) return { title: m.admin_delay_sent({ count: formatCount(queued) }) };
  if (stored === 1) return { title: m.admin_delay_stored_one() };
  if (stored > 0) return { title: m.admin_delay_stored({ count: formatCount(stored) }) };
  if (mails.length === 0) return { title: m.admin_delay_none() };
  return { title: m.admin_delay_none(), description: m.admin_delay_none_text() };
}

/** After the owner wrote to a customer. */
export function messageToast({ mail }: MessageAnswer, to: string): Said {
  return mail === 'queued'
    ? { title: m.admin_message_sent(), description: m.admin_message_sent_text({ to }) }
    : { title: m.admin_message_stored(), description: m.admin_message_stored_text() };
}

/** After cancelling an order whose refund, if any, has succeeded. @param before the displayed order */
export function cancelToast(
  before: Pick<Order, 'refundedAmount'>,
  { refundedAmount, emails }: Pick<OrderDetail, 'refundedAmount' | 'emails'>,
): Said {
  const isPaidBack = centsOf(refundedAmount) > centsOf(before.refundedAmount);
  const mail = emails.filter(({ templateKey }) => templateKey === 'order_cancellation').at(-1);
  return {
    title: m.admin_cancel_order_done(),
    description: [isPaidBack && m.admin_cancel_order_money(), cancelMailText(mail?.status)].filter(Boolean).join(' '),
  };
}

function cancelMailText(status: OrderDetail['emails'][number]['status'] | undefined): string {
  if (status === 'queued' || status === 'sent') return m.admin_cancel_order_mailed();
  return status === 'stored' ? m.admin_message_stored_text() : m.admin_ship_no_mail();
}
