import * as m from '#messages';
import type { OrderStatus } from '#shared/admin-orders.ts';
import type { InquiryStatus } from '#shared/admin-wholesale.ts';
import type { EmailSummary, TemplateKey } from '#shared/emails.ts';
import type { Language } from '#shared/language.ts';
import { TO_PROCESS_STATUSES } from '#shared/orders.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { currentOf } from './stale.ts';

/** Words and colour of a status: the specification, 4. */
export type StatusWords<Status extends string> = Readonly<Record<Status, { tone: BadgeTone; label: () => string }>>;

/** A refused change of a status in words that say both; every other error as it is. */
export function staleStatus<Status extends string>(
  words: StatusWords<Status>,
  error: unknown,
  wanted: Status,
): unknown {
  const current = currentOf<{ status: Status }>(error);
  if (!current) return error;
  const message = m.admin_status_stale({ now: words[current.status].label(), wanted: words[wanted].label() });
  return new ApiError(409, JSON.stringify({ message }));
}

/** The filter that shows what the card counts as to process. */
export const TO_PROCESS = TO_PROCESS_STATUSES.join(',');

/** A list's filter by status, in the words of its statuses. */
export function statusFilters(words: StatusWords<string>): Record<string, () => string> {
  return Object.fromEntries(Object.entries(words).map(([status, { label }]) => [status, label]));
}

export const inquiryStatusWords: StatusWords<InquiryStatus> = {
  pending: { tone: 'yellow', label: m.admin_status_pending },
  contacted: { tone: 'blue', label: m.admin_status_contacted },
  approved: { tone: 'green', label: m.admin_status_approved },
  rejected: { tone: 'red', label: m.admin_status_rejected },
};

export const orderStatusWords: StatusWords<OrderStatus> = {
  pending: { tone: 'yellow', label: m.admin_status_pending },
  processing: { tone: 'blue', label: m.admin_status_processing },
  shipped: { tone: 'purple', label: m.admin_status_shipped },
  delivered: { tone: 'green', label: m.admin_status_delivered },
  cancelled: { tone: 'red', label: m.admin_status_cancelled },
};

export function languageLabel(language: Language): string {
  return language === 'es' ? m.admin_language_es() : m.admin_language_en();
}

export const emailStatusWords: StatusWords<EmailSummary['status']> = {
  queued: { tone: 'yellow', label: m.admin_mail_queued },
  sent: { tone: 'green', label: m.admin_mail_sent },
  failed: { tone: 'red', label: m.admin_mail_failed },
  stored: { tone: 'blue', label: m.admin_mail_stored },
  withdrawn: { tone: 'purple', label: m.admin_mail_withdrawn },
};

const templateWords: Readonly<Record<TemplateKey, () => string>> = {
  wholesale_confirmation: m.admin_template_wholesale_confirmation,
  wholesale_notification: m.admin_template_wholesale_notification,
  order_confirmation: m.admin_template_order_confirmation,
  admin_order_notification: m.admin_template_admin_order_notification,
  shipping_confirmation: m.admin_template_shipping_confirmation,
};

/** A mail's kind in words; what is none of the five is an alert to the owner. */
export function templateLabel(templateKey: string): string {
  return Object.hasOwn(templateWords, templateKey)
    ? templateWords[templateKey as TemplateKey]()
    : m.admin_template_owner_alert();
}
