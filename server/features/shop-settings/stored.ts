import type { Config, StoredSettings } from '#server/config.ts';
import type { Executor } from '#server/db/connect.ts';
import { fieldsOf, SETTINGS_GROUPS, type SettingsGroup } from '#shared/admin/shop-settings.ts';
import { findKey } from './key.ts';
import { listSettings, type SettingsRow, signatureOf } from './repository.ts';
import { SealError, type SealingKey, seal, unseal } from './sealing.ts';
import { smtpUrl } from './smtp-url.ts';

export type Env = Readonly<Record<string, string | undefined>>;
/** By field, such as `smtpHost`. */
export type Values = Readonly<Record<string, string>>;

export type StoredGroup = Pick<SettingsRow, 'names' | 'version' | 'triedAt'> & {
  /** `null` when the key at hand does not open them. */
  values: Values | null;
};

/** `signature` changes with every save. */
export type Stored = { groups: ReadonlyMap<SettingsGroup, StoredGroup>; signature: string };

export { settingsSignature as readSignature } from './repository.ts';

/** Reads and decrypts what the admin has stored. */
export async function readStored(
  db: Executor,
  place: Pick<Config, 'settingsKey' | 'dataDir' | 'databaseUrl'>,
): Promise<Stored> {
  const rows = await listSettings(db);
  const key = rows.some(({ sealed }) => sealed !== null) ? findKey(place).key : null;
  const groups = new Map(
    rows
      .filter((row) => SETTINGS_GROUPS.includes(row.key))
      .map(({ key: group, names, version, triedAt, ...kept }) => {
        return [group, { names, version, triedAt, values: readValues(key, group, kept) }] as const;
      }),
  );
  return { groups, signature: signatureOf(rows) };
}

const isOpen = (group: SettingsGroup) => group === 'address';

function readValues(
  key: SealingKey | null,
  group: SettingsGroup,
  { sealed, open }: Pick<SettingsRow, 'sealed' | 'open'>,
): Values | null {
  if (isOpen(group)) return open ?? {};
  if (sealed === null) return {};
  if (key === null) return null;
  try {
    return JSON.parse(unseal(key, group, sealed));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/** The columns of a group with these values. */
export function storedColumns(
  key: SealingKey,
  group: SettingsGroup,
  values: Values,
): Pick<SettingsRow, 'sealed' | 'open' | 'names'> {
  const names = Object.keys(values);
  if (isOpen(group)) return { sealed: null, open: { ...values }, names };
  return { sealed: names.length > 0 ? seal(key, group, JSON.stringify(values)) : null, open: null, names };
}

/** What is stored as the configuration takes it: variables of the environment. */
export function settingsOf(groups: Stored['groups'], env: Env): StoredSettings {
  const values: Record<string, string> = {};
  const unreadable: SettingsGroup[] = [];
  for (const [group, { names, values: readable }] of groups) {
    if (readable) Object.assign(values, variablesOf(readable));
    else if (needsStored(group, names, env)) unreadable.push(group);
  }
  return { values, unreadable };
}

/** Whether the environment lacks something that the admin has stored. */
const needsStored = (group: SettingsGroup, names: readonly string[], env: Env) =>
  fieldsOf(group).some(({ name, setting }) => names.includes(name) && !env[setting]?.trim());

function variablesOf({ smtpHost, smtpPort, smtpUser, smtpPassword, ...others }: Values): Values {
  if (smtpHost === undefined) return others;
  return { ...others, SMTP_URL: smtpUrl({ smtpHost, smtpPort, smtpUser, smtpPassword }) };
}
