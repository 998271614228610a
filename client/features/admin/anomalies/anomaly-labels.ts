import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import type { Anomaly } from '#shared/orders/admin-orders.ts';
import { getLanguage } from '../../../lib/language.ts';

/** What happened, and what the owner has to do. */
export function anomalyLabels(kind: string): { title: string; todo: string } {
  switch (kind) {
    case 'amount_mismatch':
      return { title: m.admin_anomaly_amount_title(), todo: m.admin_anomaly_amount_todo() };
    case 'possible_duplicate':
      return { title: m.admin_anomaly_duplicate_title(), todo: m.admin_anomaly_duplicate_todo() };
    case 'oversold':
      return { title: m.admin_anomaly_oversold_title(), todo: m.admin_anomaly_oversold_todo() };
    case 'wrong_mode':
      return { title: m.admin_anomaly_mode_title(), todo: m.admin_anomaly_mode_todo() };
    case 'stale_event':
      return { title: m.admin_anomaly_clock_title(), todo: m.admin_anomaly_clock_todo() };
    default:
      return { title: m.admin_anomaly_other_title(), todo: m.admin_anomaly_other_todo() };
  }
}

const names: Readonly<Record<string, () => string>> = {
  order: m.admin_col_order,
  customer: m.admin_col_customer,
  email: m.admin_fact_email,
  phone: m.admin_fact_phone,
  totalCents: m.admin_anomaly_total,
  currency: m.admin_anomaly_currency,
  paidCents: m.admin_anomaly_paid,
  paidCurrency: m.admin_anomaly_paid_currency,
  missing: m.admin_anomaly_missing,
  firstPayment: m.admin_anomaly_first_payment,
  checkoutId: m.admin_anomaly_checkout,
};

/** The known facts; a fact without a label is shown by its key. */
export function anomalyDetails(detail: Anomaly['detail']): { name: string; label: string; text: string }[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    if (value === null) return [];
    const label = Object.hasOwn(names, name) ? names[name]?.() : undefined;
    const text = name.endsWith('Cents') ? formatPrice(Number(value), getLanguage()) : String(value);
    return [{ name, label: label ?? name, text }];
  });
}
