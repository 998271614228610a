import { facts } from '#brand/facts.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import { fieldsOf, type SettingsGroup } from '#shared/admin/shop-settings.ts';
import { type Env, type Stored, type StoredGroup, settingsOf, type Values } from './stored.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** What the owner sees below a field that is refused by itself, by the variable that it makes. */
const ISSUES: Readonly<Record<string, string>> = {
  SMTP_URL: 'setting_mail_server',
  MAIL_FROM: 'setting_mailbox',
  OWNER_EMAIL: 'setting_mailbox',
  DKIM_SELECTOR: 'setting_selector',
  STRIPE_WEBHOOK_SECRET: 'setting_webhook_secret',
  BACKUP_HOUR: 'setting_hour',
  BACKUP_KEEP: 'setting_keep',
  PUBLIC_URL: 'setting_address',
};

/**
 * The values of a group after a change.
 *
 * @param typed `null` or blank clears a value
 * @throws AppError `validation` a field is not of this group, is held by the environment, or holds control characters
 */
export function mergeValues(
  group: SettingsGroup,
  before: Values,
  typed: Readonly<Record<string, string | null>>,
  env: Env,
): Values {
  const fields = fieldsOf(group);
  const after = { ...before };
  for (const [name, value] of Object.entries(typed)) {
    const field = fields.find((each) => each.name === name);
    if (!field) throw refused(name, 'invalid');
    if (env[field.setting]?.trim()) throw refused(name, 'setting_locked');
    // Blanks are part of a password.
    const text = field.kind === 'secret' ? value : value?.trim();
    if (text && CONTROL.test(text)) throw refused(name, 'text_unsafe');
    if (text) after[name] = text;
    else delete after[name];
  }
  return after;
}

/**
 * The whole configuration with these values of a group.
 *
 * @throws AppError `validation` with the fields that it refuses
 */
export function configWith(stored: Stored, group: SettingsGroup, values: Values, env: Env): Config {
  const changed: StoredGroup = { names: Object.keys(values), version: 0, triedAt: null, values };
  try {
    return readConfig(env, facts, settingsOf(new Map([...stored.groups, [group, changed]]), env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const issues = error.issues.map(({ at, issue }) => ({
      path: fieldsOf(group).find(({ setting }) => setting === at)?.name ?? at,
      code: issue ?? ISSUES[at] ?? 'invalid',
    }));
    throw new AppError('validation', { issues });
  }
}

const refused = (path: string, code: string) => new AppError('validation', { issues: [{ path, code }] });
