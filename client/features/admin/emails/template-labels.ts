import * as m from '#messages';
import type { TemplateKey } from '#shared/emails/emails.ts';

/** Each mail's name, its occasion and its recipient. */
const labels: Readonly<Record<TemplateKey, { name: () => string; purpose: () => string }>> = {
  wholesale_confirmation: {
    name: m.admin_template_wholesale_confirmation,
    purpose: m.admin_template_wholesale_confirmation_text,
  },
  wholesale_notification: {
    name: m.admin_template_wholesale_notification,
    purpose: m.admin_template_wholesale_notification_text,
  },
  order_confirmation: { name: m.admin_template_order_confirmation, purpose: m.admin_template_order_confirmation_text },
  admin_order_notification: {
    name: m.admin_template_admin_order_notification,
    purpose: m.admin_template_admin_order_notification_text,
  },
  shipping_confirmation: {
    name: m.admin_template_shipping_confirmation,
    purpose: m.admin_template_shipping_confirmation_text,
  },
  refund_confirmation: {
    name: m.admin_template_refund_confirmation,
    purpose: m.admin_template_refund_confirmation_text,
  },
  order_cancellation: { name: m.admin_template_order_cancellation, purpose: m.admin_template_order_cancellation_text },
  order_change: { name: m.admin_template_order_change, purpose: m.admin_template_order_change_text },
  order_delay: { name: m.admin_template_order_delay, purpose: m.admin_template_order_delay_text },
};

/** The label of a mail's kind; an unknown key is an alert to the owner. */
export function templateLabel(templateKey: string): string {
  if (templateKey === 'customer_message') return m.admin_template_customer_message();
  return Object.hasOwn(labels, templateKey)
    ? labels[templateKey as TemplateKey].name()
    : m.admin_template_owner_alert();
}

export const templatePurpose = (templateKey: TemplateKey): string => labels[templateKey].purpose();
