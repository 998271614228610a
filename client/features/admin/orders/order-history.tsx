import * as m from '#messages';
import type { OrderDetail, OrderEvent } from '#shared/orders/admin-orders.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import type { ParcelState } from '#shared/shipping/labels.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { getLanguage } from '../../../lib/language.ts';
import { templateLabel } from '../emails/template-labels.ts';
import { formatAmount, formatCount, formatMoment } from '../kit/format.ts';
import { emailStatusLabels, orderStatusLabels } from '../kit/labels.ts';
import { writtenText } from '../written-orders/paid-facts.tsx';
import { disputeReason, disputeState } from './disputes/labels.ts';

type Entry = { key: string; at: string; text: string };

/** The history of an order, oldest first: order, status, parcel and mails in one timeline. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  const entries: Entry[] = [
    ...order.events.map((event) => ({ key: `event-${event.id}`, at: event.createdAt, text: eventText(event) })),
    ...order.emails.map((email) => ({
      key: email.id,
      at: email.sentAt ?? email.createdAt,
      text: [
        m.admin_history_mail({
          name: templateLabel(email.templateKey),
          to: email.to,
          state: emailStatusLabels[email.status].label(),
        }),
        ...(email.previousTo.length > 0 ? [m.admin_recipient_before({ to: email.previousTo.join(', ') })] : []),
      ].join(' · '),
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <ol className="grid gap-3 border-second-light border-l-4 pl-4">
      {entries.map((entry) => (
        <li key={entry.key}>
          <p>{entry.text}</p>
          <p className="text-[0.88rem] text-ink-soft">
            <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

function eventText(event: OrderEvent): string {
  const text = kindText(event);
  if (event.detail.by === 'carrier') return m.admin_history_by_carrier({ text });
  return event.detail.by === 'customer' ? m.admin_history_by_customer({ text }) : text;
}

function kindText({ kind, detail }: OrderEvent): string {
  const value = (name: string) => String(detail[name] ?? '');
  switch (kind) {
    case 'created':
      return m.admin_history_created();
    case 'status':
      return m.admin_history_status({ from: statusLabel(value('from')), to: statusLabel(value('to')) });
    case 'tracking':
      if (detail.trackingNumber === null) return m.admin_history_tracking_removed({ number: value('previous') });
      return m.admin_history_tracking({ number: value('trackingNumber'), carrier: value('carrier') });
    case 'address':
      return m.admin_history_address({ from: value('from'), to: value('to') });
    case 'contact':
      return m.admin_history_contact({ from: value('from'), to: value('to') });
    case 'items':
      return itemsText(value);
    case 'written':
      return writtenText(detail);
    case 'owed':
      return owedText(value);
    case 'gift':
      return m.admin_history_gift({ from: value('from') || '-', to: value('to') || '-' });
    case 'delay':
      return detail.shipBy === null
        ? m.admin_history_delay_open()
        : m.admin_history_delay({ day: promisedDay(value('shipBy'), getLanguage()) });
    case 'waits':
      return m.admin_history_waits();
    case 'label':
      return labelText(value('state'), {
        service: [value('carrier'), value('service')].filter(Boolean).join(' '),
        cost: formatAmount(value('cost')),
        number: value('trackingNumber'),
      });
    case 'parcel':
      return [parcelText(value('state')), value('place'), formatMoment(value('at'))].filter(Boolean).join(' · ');
    case 'exempt':
      return m.admin_history_exempt({
        number: value('number'),
        day: promisedDay(value('validUntil'), getLanguage()),
      });
    case 'refund_other_way':
      return m.admin_history_refund_other_way({
        amount: formatAmount(value('amount')),
        how: value('how'),
        day: promisedDay(value('on'), getLanguage()),
      });
    case 'refund':
      return m.admin_history_refund({ amount: formatAmount(value('refunded')) });
    case 'dispute':
      return m.admin_history_dispute({
        amount: formatAmount(value('disputed')),
        reason: disputeReason(value('reason')),
        state: disputeState(value('status')),
      });
    case 'warning':
      return warningText(value('warning'), value('reason').replaceAll('_', ' '));
    case 'evidence':
      return m.admin_history_evidence({
        fields: formatCount(Number(detail.fields)),
        characters: formatCount(Number(detail.characters)),
      });
    default:
      return kind;
  }
}

function itemsText(value: (name: string) => string): string {
  const [from, to, difference, refund] = [value('from'), value('to'), value('difference'), value('refund')];
  if (refund !== '0.00') return m.admin_history_items_refund({ from, to, amount: formatAmount(refund) });
  // What the customer is asked for has an entry of its own.
  if (difference === '0.00' || !['', '0.00'].includes(value('ask'))) return m.admin_history_items({ from, to });
  return m.admin_history_items_let_go({ from, to, amount: formatAmount(difference.replace('-', '')) });
}

function owedText(value: (name: string) => string): string {
  const amount = formatAmount(value('amount'));
  switch (value('state')) {
    case 'open':
      return m.admin_history_owed({ amount, until: formatMoment(value('until')) });
    case 'paid':
      return m.admin_history_owed_paid({ amount });
    case 'returned':
      return m.admin_history_owed_returned({ amount });
    default:
      return value('by') === 'time' ? m.admin_history_owed_expired({ amount }) : m.admin_history_owed_ended({ amount });
  }
}

function warningText(warning: string, reason: string): string {
  if (warning === 'fraud_warning') return m.admin_history_fraud_warning({ reason });
  return warning === 'review_opened' ? m.admin_history_review_opened({ reason }) : m.admin_history_review_closed();
}

function labelText(state: string, label: { service: string; cost: string; number: string }): string {
  if (state === 'bought') return m.admin_history_label(label);
  if (state === 'void_requested') return m.admin_history_label_void(label);
  return state === 'voided' ? m.admin_label_voided() : m.admin_label_void_refused();
}

const parcels: Readonly<Record<ParcelState, () => string>> = {
  accepted: m.admin_parcel_accepted,
  transit: m.admin_parcel_transit,
  delivered: m.admin_parcel_delivered,
  returned: m.admin_parcel_returned,
  failure: m.admin_parcel_failure,
};

function parcelText(state: string): string {
  return Object.hasOwn(parcels, state) ? parcels[state as ParcelState]() : state;
}

function statusLabel(status: string): string {
  return Object.hasOwn(orderStatusLabels, status) ? orderStatusLabels[status as OrderStatus].label() : status;
}
