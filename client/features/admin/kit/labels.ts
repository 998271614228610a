import * as m from '#messages';
import type { EmailSummary } from '#shared/emails/outbox.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { TO_PROCESS_STATUSES } from '#shared/orders/orders.ts';
import type { InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { ApiError } from '../../../lib/api-client.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { ChoiceFilter } from './list/use-list.ts';
import { currentOf } from './stale.ts';

/** Label and colour of each status (docs/specification.md#order). */
export type StatusLabels<Status extends string> = Readonly<Record<Status, { tone: BadgeTone; label: () => string }>>;

/** Replaces the error of a refused status change by one with both statuses; other errors stay. */
export function staleStatus<Status extends string>(
  labels: StatusLabels<Status>,
  error: unknown,
  wanted: Status,
): unknown {
  const current = currentOf<{ status: Status }>(error);
  if (!current) return error;
  const message = m.admin_status_stale({ now: labels[current.status].label(), wanted: labels[wanted].label() });
  return new ApiError(409, JSON.stringify({ message }));
}

/** The status filter of the card "to process". */
export const TO_PROCESS = TO_PROCESS_STATUSES.join(',');

/** The status filter of a list. @param more options before the single statuses */
export function statusFilter(labels: StatusLabels<string>, more: ChoiceFilter['options'] = {}): ChoiceFilter {
  const single = Object.fromEntries(Object.entries(labels).map(([status, { label }]) => [status, label]));
  return { label: m.admin_filter_status, all: m.admin_filter_all, options: { ...more, ...single } };
}

export const inquiryStatusLabels: StatusLabels<InquiryStatus> = {
  pending: { tone: 'yellow', label: m.admin_status_pending },
  contacted: { tone: 'blue', label: m.admin_status_contacted },
  approved: { tone: 'green', label: m.admin_status_approved },
  rejected: { tone: 'red', label: m.admin_status_rejected },
};

export const orderStatusLabels: StatusLabels<OrderStatus> = {
  pending: { tone: 'yellow', label: m.admin_status_pending },
  processing: { tone: 'blue', label: m.admin_status_processing },
  shipped: { tone: 'purple', label: m.admin_status_shipped },
  delivered: { tone: 'green', label: m.admin_status_delivered },
  cancelled: { tone: 'red', label: m.admin_status_cancelled },
};

export const emailStatusLabels: StatusLabels<EmailSummary['status']> = {
  queued: { tone: 'yellow', label: m.admin_mail_queued },
  sent: { tone: 'green', label: m.admin_mail_sent },
  failed: { tone: 'red', label: m.admin_mail_failed },
  stored: { tone: 'blue', label: m.admin_mail_stored },
  withdrawn: { tone: 'purple', label: m.admin_mail_withdrawn },
};
