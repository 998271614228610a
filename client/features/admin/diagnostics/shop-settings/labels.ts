import * as m from '#messages';
import type { SettingName, SettingsGroup } from '#shared/admin/shop-settings.ts';
import { languageName } from '../../../../lib/display-names.ts';

type Text = () => string;
type FieldText = { label: Text; hint?: Text };

export const groupTexts: Readonly<Record<SettingsGroup, { title: Text; intro: Text }>> = {
  mail: { title: m.admin_settings_mail, intro: m.admin_settings_mail_intro },
  payment: { title: m.admin_settings_payment, intro: m.admin_settings_payment_intro },
  tax: { title: m.admin_settings_tax, intro: m.admin_settings_tax_intro },
  shipping: { title: m.admin_settings_shipping, intro: m.admin_settings_shipping_intro },
  backup: { title: m.admin_settings_backup, intro: m.admin_settings_backup_intro },
  address: { title: m.admin_settings_address, intro: m.admin_settings_address_intro },
};

export const fieldTexts: Readonly<Record<SettingName, FieldText>> = {
  smtpHost: { label: m.admin_settings_smtp_host, hint: m.admin_settings_smtp_host_hint },
  smtpPort: { label: m.admin_settings_smtp_port, hint: m.admin_settings_smtp_port_hint },
  smtpUser: { label: m.admin_settings_smtp_user, hint: m.admin_settings_smtp_user_hint },
  smtpPassword: { label: m.admin_settings_smtp_password, hint: m.admin_settings_smtp_password_hint },
  MAIL_FROM: { label: m.admin_settings_from, hint: m.admin_settings_from_hint },
  OWNER_EMAIL: { label: m.admin_settings_owner, hint: m.admin_settings_owner_hint },
  OWNER_LANGUAGE: { label: m.admin_settings_owner_language },
  DKIM_SELECTOR: { label: m.admin_settings_dkim, hint: m.admin_settings_dkim_hint },
  STRIPE_PUBLISHABLE_KEY: { label: m.admin_settings_publishable, hint: m.admin_settings_publishable_hint },
  STRIPE_SECRET_KEY: { label: m.admin_settings_secret, hint: m.admin_settings_secret_hint },
  STRIPE_WEBHOOK_SECRET: { label: m.admin_settings_webhook, hint: m.admin_settings_webhook_hint },
  STRIPE_ACCOUNT_SHARED: { label: m.admin_settings_shared },
  TAX_PROVIDER: { label: m.admin_settings_tax_provider },
  SHIPPO_API_TOKEN: { label: m.admin_settings_shippo, hint: m.admin_settings_shippo_hint },
  SHIPPING_FALLBACK: { label: m.admin_settings_fallback },
  BACKUP_DIR: { label: m.admin_settings_folder, hint: m.admin_settings_folder_hint },
  BACKUP_HOUR: { label: m.admin_settings_hour, hint: m.admin_settings_hour_hint },
  BACKUP_KEEP: { label: m.admin_settings_keep, hint: m.admin_settings_keep_hint },
  PUBLIC_URL: { label: m.admin_settings_url, hint: m.admin_settings_url_hint },
};

const choices: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  OWNER_LANGUAGE: { en: () => languageName('en'), es: () => languageName('es') },
  STRIPE_ACCOUNT_SHARED: { false: m.admin_settings_shared_no, true: m.admin_settings_shared_yes },
  TAX_PROVIDER: { table: m.admin_settings_tax_table, stripe: m.admin_settings_tax_stripe },
  SHIPPING_FALLBACK: { none: m.admin_settings_fallback_none, table: m.admin_settings_fallback_table },
};
export const choiceText = (name: string, option: string): string => choices[name]?.[option]?.() ?? option;
