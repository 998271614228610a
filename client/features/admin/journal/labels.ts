import * as m from '#messages';
import type { JournalArea, JournalLine } from '#shared/admin/journal.ts';

type Label = () => string;

export const areaLabels: Readonly<Record<JournalArea, Label>> = {
  orders: m.admin_journal_area_orders,
  products: m.admin_journal_area_products,
  site: m.admin_journal_area_site,
  wholesale: m.admin_journal_area_wholesale,
  codes: m.admin_journal_area_codes,
  taxes: m.admin_journal_area_taxes,
  stores: m.admin_journal_area_stores,
  mails: m.admin_journal_area_mails,
  people: m.admin_journal_area_people,
  settings: m.admin_journal_area_settings,
  staff: m.admin_journal_area_staff,
  sessions: m.admin_journal_area_sessions,
  exports: m.admin_journal_area_exports,
  refusals: m.admin_journal_area_refusals,
};

/** Labels of columns; others show their own name in words. */
const columnLabels: Readonly<Record<string, Label>> = {
  status: m.admin_journal_field_status,
  notes: m.admin_journal_field_notes,
  notes_on_slip: m.admin_journal_field_notes_on_slip,
  customer_name: m.admin_journal_field_customer_name,
  email: m.admin_journal_field_email,
  phone: m.admin_journal_field_phone,
  address_line1: m.admin_journal_field_address_line1,
  address_line2: m.admin_journal_field_address_line2,
  city: m.admin_journal_field_city,
  state: m.admin_journal_field_state,
  zip_code: m.admin_journal_field_zip_code,
  recipient_name: m.admin_journal_field_recipient_name,
  gift_note: m.admin_journal_field_gift_note,
  tracking_number: m.admin_journal_field_tracking_number,
  tracking_carrier: m.admin_journal_field_tracking_carrier,
  total_amount: m.admin_journal_field_total_amount,
  refunded_amount: m.admin_journal_field_refunded_amount,
  difference: m.admin_journal_field_difference,
  amount_cents: m.admin_journal_field_amount_cents,
  reason: m.admin_journal_field_reason,
  restock: m.admin_journal_field_restock,
  failure: m.admin_journal_field_failure,
  cost_cents: m.admin_journal_field_cost_cents,
  service: m.admin_journal_field_service,
  carrier: m.admin_journal_field_carrier,
  quantity: m.admin_journal_field_quantity,
  unit_price_cents: m.admin_journal_field_unit_price_cents,
  product_id: m.admin_journal_field_product_id,
  on_hand: m.admin_journal_field_on_hand,
  low_at: m.admin_journal_field_low_at,
  kind: m.admin_journal_field_kind,
  value: m.admin_journal_field_value,
  starts_at: m.admin_journal_field_starts_at,
  ends_at: m.admin_journal_field_ends_at,
  minimum_cents: m.admin_journal_field_minimum_cents,
  max_uses: m.admin_journal_field_max_uses,
  max_uses_per_person: m.admin_journal_field_max_uses_per_person,
  rate_milli: m.admin_journal_field_rate_milli,
  since: m.admin_journal_field_since,
  taxes_shipping: m.admin_journal_field_taxes_shipping,
  taxes_food: m.admin_journal_field_taxes_food,
  business_name: m.admin_journal_field_business_name,
  contact_name: m.admin_journal_field_contact_name,
  store_type: m.admin_journal_field_store_type,
  location: m.admin_journal_field_location,
  message: m.admin_journal_field_message,
  name: m.admin_journal_field_name,
  names: m.admin_journal_field_names,
  address: m.admin_journal_field_address,
  latitude: m.admin_journal_field_latitude,
  longitude: m.admin_journal_field_longitude,
  subject: m.admin_journal_field_subject,
  body: m.admin_journal_field_body,
  to_address: m.admin_journal_field_to_address,
  template_key: m.admin_journal_field_template_key,
  language: m.admin_journal_field_language,
  preferred_language: m.admin_journal_field_preferred_language,
  role: m.admin_journal_field_role,
  password_hash: m.admin_journal_field_password_hash,
  deleted_at: m.admin_journal_field_deleted_at,
  ready_at: m.admin_journal_field_ready_at,
  alt: m.admin_journal_field_alt,
  focal: m.admin_journal_field_focal,
  resolved_at: m.admin_journal_field_resolved_at,
  ship_by: m.admin_journal_field_ship_by,
  arrive_by: m.admin_journal_field_arrive_by,
  delays: m.admin_journal_field_delays,
  delay_state: m.admin_journal_field_delay_state,
  answer_by: m.admin_journal_field_answer_by,
  other_way: m.admin_journal_field_other_way,
  other_way_on: m.admin_journal_field_other_way_on,
  mail: m.admin_journal_field_mail,
  device: m.admin_journal_field_device,
  created_at: m.admin_journal_field_created_at,
  closed_at: m.admin_journal_field_closed_at,
  expires_at: m.admin_journal_field_expires_at,
  paid_back: m.admin_journal_field_paid_back,
  orders: m.admin_journal_field_orders,
  checkouts: m.admin_journal_field_checkouts,
  inquiries: m.admin_journal_field_inquiries,
  mails: m.admin_journal_field_mails,
  codes: m.admin_journal_field_codes,
  recovery_codes: m.admin_journal_field_recovery_codes,
  on_hold: m.admin_journal_field_on_hold,
  terms: m.admin_journal_field_terms,
  credit_limit_cents: m.admin_journal_field_credit_limit_cents,
  addresses: m.admin_journal_field_addresses,
  certificate_number: m.admin_journal_field_certificate_number,
  certificate_state: m.admin_journal_field_certificate_state,
  certificate_ends_on: m.admin_journal_field_certificate_ends_on,
  certificate_file: m.admin_journal_field_certificate_file,
  full_name: m.admin_journal_field_full_name,
  lines: m.admin_journal_field_lines,
};

export const columnLabel = (name: string): string =>
  Object.hasOwn(columnLabels, name) ? (columnLabels[name] as Label)() : inWords(name);

/** `rate_milli` and `rateMilli`: Rate milli. */
function inWords(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whoever has no name is the owner before the owner has given one, or nobody known. */
export function whoOf({ staff }: Pick<JournalLine, 'staff'>): string {
  return staff.name || (staff.id === '' ? m.admin_journal_nobody() : m.admin_journal_owner());
}
