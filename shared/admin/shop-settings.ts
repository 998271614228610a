import * as z from 'zod/mini';
import { LANGUAGES } from '#shared/core/language.ts';
import { TAX_PROVIDERS } from '#shared/tax/tax.ts';
import { SETUP_STATES } from './diagnostics.ts';

/**
 * A setting that the owner may set in the admin. `setting` is the environment variable that overrides it; the four
 * parts of the mail server are one variable.
 */
export type SettingField<Name extends string = string> = {
  name: Name;
  setting: string;
  kind: 'text' | 'secret' | 'choice';
  /** The values of a choice; the first one holds when nothing is set. */
  options?: readonly string[];
};

const text = <const N extends string>(name: N, setting: string = name): SettingField<N> => ({
  ...{ name, setting },
  kind: 'text',
});
const secret = <const N extends string>(name: N, setting: string = name): SettingField<N> => ({
  ...{ name, setting },
  kind: 'secret',
});
const choice = <const N extends string>(name: N, options: readonly string[]): SettingField<N> => ({
  ...text(name),
  kind: 'choice',
  options,
});

/** The groups of settings, in the order of the screen. Each is stored, tried and versioned as a whole. */
export const SETTINGS = {
  mail: [
    text('smtpHost', 'SMTP_URL'),
    text('smtpPort', 'SMTP_URL'),
    text('smtpUser', 'SMTP_URL'),
    secret('smtpPassword', 'SMTP_URL'),
    text('MAIL_FROM'),
    text('OWNER_EMAIL'),
    choice('OWNER_LANGUAGE', LANGUAGES),
    text('DKIM_SELECTOR'),
  ],
  payment: [
    text('STRIPE_PUBLISHABLE_KEY'),
    secret('STRIPE_SECRET_KEY'),
    secret('STRIPE_WEBHOOK_SECRET'),
    choice('STRIPE_ACCOUNT_SHARED', ['false', 'true']),
  ],
  tax: [choice('TAX_PROVIDER', TAX_PROVIDERS)],
  shipping: [secret('SHIPPO_API_TOKEN'), choice('SHIPPING_FALLBACK', ['none', 'table'])],
  backup: [text('BACKUP_DIR'), text('BACKUP_HOUR'), text('BACKUP_KEEP')],
  address: [text('PUBLIC_URL')],
} as const satisfies Record<string, readonly SettingField[]>;
export type SettingsGroup = keyof typeof SETTINGS;
export type SettingName = (typeof SETTINGS)[SettingsGroup][number]['name'];
export const SETTINGS_GROUPS = Object.keys(SETTINGS) as SettingsGroup[];
export const fieldsOf = (group: SettingsGroup): readonly SettingField[] => SETTINGS[group];

const MAX_VALUE_LENGTH = 1024;
const value = z.nullable(z.string('invalid').check(z.maxLength(MAX_VALUE_LENGTH, 'too_long')));

/** The submitted values: `null` clears a setting, and an omitted one is unchanged. */
const values = z.record(z.string().check(z.maxLength(60)), value);
const password = z.string('required').check(z.minLength(1, 'required'), z.maxLength(MAX_VALUE_LENGTH, 'too_long'));

export const settingsGroupParamsSchema = z.object({ group: z.enum(SETTINGS_GROUPS, 'invalid') });

/**
 * PATCH /api/admin/settings/:group. `password` is the owner's, asked for once per visit of the screen. `isSure` saves
 * in spite of `settings_doubtful`.
 */
export const settingsChangeSchema = z.object({
  version: z.int('invalid'),
  values,
  password,
  isSure: z.optional(z.boolean()),
});
export type SettingsChange = z.output<typeof settingsChangeSchema>;

/** POST /api/admin/settings/:group/try: tries the stored settings, or unsaved `values`, which needs the password. */
export const settingsTrySchema = z.object({ values: z.optional(values), password: z.optional(password) });
export type SettingsTry = z.output<typeof settingsTrySchema>;

/**
 * `from` says who has set it; `null` when nobody has. A secret has no `value`; `ending` is its last characters, if it
 * is long.
 */
const fieldSchema = z.object({
  name: z.string(),
  setting: z.string(),
  from: z.nullable(z.enum(['environment', 'admin'])),
  value: z.nullable(z.string()),
  ending: z.nullable(z.string()),
});
export type SettingState = z.output<typeof fieldSchema>;

/** `isUnreadable`: stored, but the key cannot decrypt it. `triedAt`: when these settings last worked. */
export const settingsGroupSchema = z.object({
  group: z.enum(SETTINGS_GROUPS),
  version: z.int(),
  isUnreadable: z.boolean(),
  triedAt: z.nullable(z.string()),
  fields: z.array(fieldSchema),
});
export type SettingsGroupState = z.output<typeof settingsGroupSchema>;

/** Whether the admin may store settings; the other two say what is missing. */
export const KEY_STATES = ['ready', 'missing', 'unusable'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** GET /api/admin/settings. `openPayments`: checkouts that are being paid with the current keys. */
export const shopSettingsSchema = z.object({
  key: z.enum(KEY_STATES),
  publicUrl: z.string(),
  openPayments: z.int(),
  backupFolder: z.string(),
  groups: z.array(settingsGroupSchema),
});
export type ShopSettings = z.output<typeof shopSettingsSchema>;

/** The steps of a trial and their results, in the order in which they ran, in the reader's language. */
export const settingsTrialSchema = z.object({
  isWorking: z.boolean(),
  results: z.array(z.object({ state: z.enum(SETUP_STATES), text: z.string(), todo: z.nullable(z.string()) })),
});
export type SettingsTrial = z.output<typeof settingsTrialSchema>;
