import { join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { AppError, errorText } from '#server/errors.ts';
import type { Caller } from '#server/features/admin/device.ts';
import { accountMail } from '#server/features/admin/mailbox.ts';
import { requireOwnPassword } from '#server/features/admin/own-password.ts';
import { describeResult } from '#server/features/diagnostics/words.ts';
import { enqueueEmails, waitUntilSent } from '#server/features/emails/outbox.ts';
import { endOpenCheckouts } from '#server/features/settlement/end-open.ts';
import { countOpenCheckouts } from '#server/features/settlement/service.ts';
import { adminPath } from '#shared/admin/paths.ts';
import {
  fieldsOf,
  SETTINGS_GROUPS,
  type SettingField,
  type SettingState,
  type SettingsChange,
  type SettingsGroup,
  type SettingsGroupState,
  type SettingsTrial,
  type SettingsTry,
  type ShopSettings,
} from '#shared/admin/shop-settings.ts';
import { OWNER } from '#shared/admin/staff.ts';
import type { Language } from '#shared/core/language.ts';
import { proveAddress } from './address-proof.ts';
import { configWith, mergeValues } from './candidate.ts';
import type { SettingsDeps } from './deps.ts';
import { tryFolder } from './folder-trial.ts';
import { keyState, takeKey } from './key.ts';
import { forgetTrials, lockSettings, markTried, saveSettings } from './repository.ts';
import { smtpParts } from './smtp-url.ts';
import { type Env, readStored, type Stored, storedColumns, type Values } from './stored.ts';
import { runTrial } from './trials.ts';

/** Groups that work only together with another one. */
const WITH: Partial<Readonly<Record<SettingsGroup, readonly SettingsGroup[]>>> = { payment: ['tax'] };
/** Below this length its end would say too much of a secret. */
const MIN_SHOWN_SECRET = 12;
const ENDING = 4;
/** How long the notice to the owner may take to leave by the mail server that is about to be replaced. */
const NOTICE_MS = 5_000;

/** All groups, without any secret. */
export async function readShopSettings(deps: SettingsDeps): Promise<ShopSettings> {
  const stored = await readStored(deps.db, deps.config);
  return {
    key: keyState(deps.config),
    publicUrl: deps.config.publicUrl,
    openPayments: await countOpenCheckouts(deps.db),
    backupFolder: join(resolve(deps.config.dataDir), 'backups'),
    groups: SETTINGS_GROUPS.map((group) => stateOf(group, stored, deps.shopSettings.env)),
  };
}

function stateOf(group: SettingsGroup, stored: Stored, env: Env): SettingsGroupState {
  const { version = 0, triedAt = null, names = [], values = {} } = stored.groups.get(group) ?? {};
  return {
    group,
    version,
    isUnreadable: values === null,
    triedAt: triedAt?.toISOString() ?? null,
    fields: fieldsOf(group).map((field) => fieldState(field, { names, values: values ?? {}, env })),
  };
}

function fieldState(
  field: SettingField,
  { names, values, env }: { names: readonly string[]; values: Values; env: Env },
): SettingState {
  const { name, setting, kind } = field;
  const given = env[setting]?.trim();
  const value = given ? partOf(field, given) : values[name];
  const from = given ? 'environment' : names.includes(name) ? 'admin' : null;
  if (kind !== 'secret') return { name, setting, from, value: value ?? null, ending: null };
  const isLong = value !== undefined && value.length >= MIN_SHOWN_SECRET;
  // A URL of the environment may have no password.
  const isSet = from === 'environment' ? value !== undefined : from !== null;
  return { name, setting, from: isSet ? from : null, value: null, ending: isLong ? value.slice(-ENDING) : null };
}

function partOf({ name, setting }: SettingField, given: string): string | undefined {
  if (setting !== 'SMTP_URL') return given;
  return smtpParts(given)[name as keyof ReturnType<typeof smtpParts>];
}

/**
 * Saves a group, tells the owner at the present address, and puts it in force.
 *
 * @throws AppError `too_many` · `settings_key` there is no key to encrypt with · `stale_version` with the group as
 * `current` · `validation` the password is wrong, or a value is refused · unless `isSure`: `settings_payments` somebody
 * is paying with the present keys, `settings_address` this shop does not answer at the address
 */
export async function changeSettings(
  deps: SettingsDeps,
  caller: Caller,
  group: SettingsGroup,
  { version, values: typed, password, isSure = false }: SettingsChange,
): Promise<SettingsGroupState> {
  const { db, config: now, clock, log, shopSettings } = deps;
  const { env } = shopSettings;
  await requireOwnPassword(deps, caller, { staffId: OWNER, password, path: 'password' });
  const key = takeKey(now);
  if (key === null) throw new AppError('settings_key');
  const stored = await readStored(db, now);
  requireVersion(version, stateOf(group, stored, env));
  const values = mergeValues(group, stored.groups.get(group)?.values ?? {}, typed, env);
  const next = configWith(stored, group, values, env);
  await refuseFolder(deps, next);
  if (!isSure) await refuseDoubtful(deps, next);
  const isOtherProvider = group === 'payment' && next.stripe?.secretKey !== now.stripe?.secretKey;
  if (isOtherProvider) await endOpenCheckouts(deps, clock.now());
  const notice = noticeOf(deps, caller, group);
  await db.transaction(async (tx) => {
    await lockSettings(tx);
    // Another save may have changed this group, or one without which this one does not work.
    const present = await readStored(tx, now);
    requireVersion(version, stateOf(group, present, env));
    configWith(present, group, values, env);
    await saveSettings(tx, { key: group, version: version + 1, ...storedColumns(key, group, values) }, clock.now());
    await forgetTrials(tx, WITH[group] ?? []);
    await enqueueEmails(tx, deps, [notice]);
  });
  log.info({ event: 'settings_saved', group, address: caller.address }, 'the admin has stored settings');
  // Whoever enters another mail server must not be able to swallow the notice of it.
  if (group === 'mail' && now.smtp) await waitUntilSent(db, notice.id ?? '', NOTICE_MS);
  const replacedAt = clock.now();
  await shopSettings.apply();
  // By the former provider: those that began since the first time.
  if (isOtherProvider) await endOpenCheckouts(deps, replacedAt);
  return stateOf(group, await readStored(db, now), env);
}

function requireVersion(asked: number, current: SettingsGroupState): void {
  if (asked !== current.version) throw new AppError('stale_version', { current });
}

/** The nightly backup begins at once, and would fail there each quarter of an hour. */
async function refuseFolder({ config: now }: SettingsDeps, { backup }: Config): Promise<void> {
  if (!backup || backup.folder === now.backup?.folder || (await tryFolder(backup.folder)).kind === 'good') return;
  throw new AppError('validation', { issues: [{ path: 'BACKUP_DIR', code: 'setting_folder' }] });
}

async function refuseDoubtful(deps: SettingsDeps, next: Config): Promise<void> {
  const { config: now, db } = deps;
  if (next.stripe?.secretKey !== now.stripe?.secretKey) {
    const count = await countOpenCheckouts(db);
    if (count > 0) throw new AppError('settings_payments', { values: { count: String(count) } });
  }
  if (next.publicUrl !== now.publicUrl && (await proveAddress(deps, next.publicUrl)).kind !== 'proved') {
    throw new AppError('settings_address', { values: { url: next.publicUrl } });
  }
}

/** To the owner's address before the change. */
function noticeOf(deps: SettingsDeps, caller: Caller, group: SettingsGroup) {
  const { ownerLanguage: language, publicUrl } = deps.config;
  return accountMail(deps, { email: null, language }, 'settings_changed', caller, {
    settings: errorText(`settings_group_${group}`, language),
    admin: publicUrl + adminPath('settings'),
  });
}

/**
 * Uses a group as the shop would, and notes when it works.
 *
 * @param input with `values`, as it would be after a save; that needs the password, because a stored secret then goes
 * to a server that was just typed in
 * @throws AppError `too_many` · `validation`
 */
export async function trySettings(
  deps: SettingsDeps,
  caller: Caller,
  group: SettingsGroup,
  { input, language }: { input: SettingsTry; language: Language },
): Promise<SettingsTrial> {
  const { db, config, clock, shopSettings } = deps;
  const { env } = shopSettings;
  const { values: typed = {}, password = '' } = input;
  const isTyped = Object.keys(typed).length > 0;
  if (isTyped) await requireOwnPassword(deps, caller, { staffId: OWNER, password, path: 'password' });
  const stored = await readStored(db, config);
  const values = mergeValues(group, stored.groups.get(group)?.values ?? {}, typed, env);
  const results = await runTrial(deps, group, withMailbox(deps, configWith(stored, group, values, env)));
  const isWorking = results.every(({ state }) => state !== 'fault');
  if (isWorking && !isTyped) await markTried(db, group, stored.groups.get(group)?.version ?? 0, clock.now());
  return {
    isWorking,
    results: results.map((result) => {
      const { state, text, todo } = describeResult(result, language);
      return { state, text, todo };
    }),
  };
}

/** The published address, if no setting gives another one. */
const withMailbox = (deps: SettingsDeps, config: Config): Config =>
  config.isOwnerEmailSet ? config : { ...config, ownerEmail: deps.facts().email };
