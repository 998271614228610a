import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { fieldsOf, type SettingsGroup } from '#shared/admin/shop-settings.ts';
import { findContradictions, isProduction } from './settings/rules.ts';
import { REMOVED, RENAMED, type Settings, settingsFields } from './settings/settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

const BACKUPS_KEPT = 14;
/** The hour of a nightly backup, in the shop's time zone. */
const BACKUP_HOUR = 3;

const settingsSchema = settingsFields.check(
  z.check(
    ({ value, issues }) => {
      for (const { words: message, ...params } of findContradictions(value)) {
        issues.push({ code: 'custom', message, params, input: undefined });
      }
    },
    // Reported together with the errors of single settings, so that the owner sees all of them at once.
    { when: () => true },
  ),
);

type Brand = { email: string; name: string };

/** All settings, checked. Defaults come from the brand where the owner sets nothing. */
const configSchema = (brand: Brand, schema: typeof settingsFields = settingsSchema) =>
  z.pipe(
    schema,
    z.transform((settings: Settings) => ({
      production: isProduction(settings),
      /** Started by an npm script, such as `npm start`. */
      isRunByNpm: settings.npm_lifecycle_event !== undefined,
      /** Under `npm run dev`: Vite serves the pages at the public address, and this process serves the API only. */
      isDevServer: settings.DEV_SERVER,
      port: settings.PORT,
      host: settings.HOST ?? '127.0.0.1',
      /** The public address, without a slash at the end. Every absolute URL starts with it. */
      publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${settings.PORT}`,
      trustProxy: toTrustProxy(settings.TRUST_PROXY),
      dataDir: resolve(settings.DATA_DIR ?? 'data'),
      databaseUrl: settings.DATABASE_URL,
      databaseConnections: settings.DATABASE_POOL_SIZE,
      /** Encrypts what the admin stores; without it the key is a file of the data folder. */
      settingsKey: settings.SETTINGS_KEY,
      stripe: toStripe(settings),
      /** Whether orders may be paid in the sandbox, with no card charged. */
      maySellInSandbox: !isProduction(settings) || settings.ALLOW_SANDBOX_PAYMENTS,
      /** Who calculates sales tax. */
      taxProvider: settings.TAX_PROVIDER,
      shippo: toShippo(settings),
      smtp: settings.SMTP_URL === undefined ? undefined : { url: settings.SMTP_URL },
      mailFrom: settings.MAIL_FROM ?? `${brand.name} <${brand.email}>`,
      /** The DKIM selector of the sender's domain; only the diagnostics use it. */
      dkimSelector: settings.DKIM_SELECTOR,
      /**
       * Who gets mails about orders and inquiries. Without `OWNER_EMAIL`, `withOwnerMailbox` uses the published
       * address.
       */
      ownerEmail: settings.OWNER_EMAIL ?? brand.email,
      isOwnerEmailSet: settings.OWNER_EMAIL !== undefined,
      ownerLanguage: settings.OWNER_LANGUAGE,
      admin: { password: settings.ADMIN_PASSWORD, passwordHash: settings.ADMIN_PASSWORD_HASH },
      limits: {
        paymentStartsPerMinute: settings.LIMIT_PAYMENT_STARTS,
        paymentStartsPerMinuteOverall: settings.LIMIT_PAYMENT_STARTS_OVERALL,
        inquiriesPerMinute: settings.LIMIT_INQUIRIES,
        inquiriesPerMinuteOverall: settings.LIMIT_INQUIRIES_OVERALL,
        /** Mails that inquiries may cause in 24 hours, counted separately for inquirers and for the owner. */
        publicMailsPerDay: settings.LIMIT_PUBLIC_MAILS,
        ratesPerMinute: settings.LIMIT_RATES,
        confirmationsPerMinute: settings.LIMIT_CONFIRMATIONS,
        /** How many quotes and payment starts may run at the same time. */
        checkoutsAtOnce: settings.LIMIT_CHECKOUTS_AT_ONCE,
      },
      logLevel: settings.LOG_LEVEL,
      /** Without a token, /metrics is open outside production only. */
      metricsPublic: !isProduction(settings) && settings.METRICS_TOKEN === undefined,
      metricsToken: settings.METRICS_TOKEN,
      sweepSeconds: settings.SWEEP_SECONDS,
      /** Nightly backups by the running shop; the newest `keep` files are kept. */
      backup:
        settings.BACKUP_DIR === undefined
          ? undefined
          : {
              folder: resolve(settings.BACKUP_DIR),
              keep: settings.BACKUP_KEEP ?? BACKUPS_KEPT,
              hour: settings.BACKUP_HOUR ?? BACKUP_HOUR,
            },
    })),
  );

/** What the admin stores, as variables of the environment, and the groups that could not be decrypted. */
export type StoredSettings = { values: Env; unreadable: readonly SettingsGroup[] };
const NOTHING_STORED: StoredSettings = { values: {}, unreadable: [] };

/** All settings, read and checked together. */
export type Config = z.output<ReturnType<typeof configSchema>> & {
  /** Settings of earlier versions that are still set. */
  removed: readonly string[];
  unreadable: readonly SettingsGroup[];
  /**
   * Why nothing can be bought: production has no payment provider yet, or stored settings that decide what a shopper
   * pays cannot be decrypted. `null` while the shop sells.
   */
  closed: 'unset' | 'unreadable' | null;
};

/** Invalid settings: one line for each error, with its fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];
  readonly isProduction: boolean;
  /** The same for the admin's form: the setting to change, and the code of its text. */
  readonly issues: readonly { at: string; issue: string | null }[];
  constructor(faults: string[], isProduction: boolean, issues: ConfigError['issues'] = []) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
    this.isProduction = isProduction;
    this.issues = issues;
  }
}

/** Loads `.env` of the working folder into the environment. Variables that are already set win. */
export function loadEnvFile(path = resolve('.env')): void {
  if (existsSync(path)) process.loadEnvFile(path);
}

/**
 * Parses the environment and what the admin stores into the configuration. The environment goes before the stored.
 *
 * @throws ConfigError with all errors at once
 */
export function readConfig(env: Env, brand: Brand, stored: StoredSettings = NOTHING_STORED): Config {
  const { values, unreadable } = stored;
  try {
    return read(env, values, { brand, unreadable });
  } catch (error) {
    if (unreadable.length === 0) throw error;
    // Settings of the environment may need stored ones that cannot be decrypted. The shop starts without them.
    const others = new Set(
      unreadable.flatMap((group) => [...fieldsOf(group).map(({ setting }) => setting), ...NEED[group]]),
    );
    const usable = Object.fromEntries(Object.entries(env).filter(([name]) => !others.has(name)));
    return read(usable, values, { brand, unreadable });
  }
}

/** Settings of other groups that are refused without those of this group. */
const NEED: Readonly<Record<SettingsGroup, readonly string[]>> = {
  mail: [],
  payment: ['TAX_PROVIDER'],
  tax: [],
  shipping: [],
  backup: [],
  address: [],
};

function read(
  env: Env,
  stored: Env,
  { brand, unreadable }: { brand: Brand; unreadable: readonly SettingsGroup[] },
): Config {
  // A blank variable counts as not set.
  const used = Object.entries(stored).filter(([name]) => !env[name]?.trim());
  const all = used.length === 0 ? env : { ...env, ...Object.fromEntries(used) };
  const result = z.safeParse(configSchema(brand), all);
  const issues = result.error?.issues ?? [];
  const faults = issues.map(({ path, message }) => [...path, message].join(' '));
  for (const [before, now] of Object.entries(RENAMED)) {
    if (env[before]?.trim()) faults.push(`${before} is called ${now} now. Rename it.`);
  }
  if (!result.success || faults.length > 0) {
    const told = used.flatMap(([name]) => (faults.some((fault) => fault.includes(name)) ? [name] : []));
    if (told.length > 0) faults.push(`The admin has stored ${told.join(', ')}; the environment goes before it.`);
    throw new ConfigError(
      faults,
      env.NODE_ENV === 'production',
      issues.map((issue) => ({ at: String(issue.path[0] ?? ''), issue: null, ...('params' in issue && issue.params) })),
    );
  }
  const config = result.data;
  const closed = unreadable.some((group) => MONEY.has(group))
    ? 'unreadable'
    : config.stripe || config.maySellInSandbox
      ? null
      : 'unset';
  return { ...config, removed: REMOVED.filter((name) => env[name]?.trim()), unreadable, closed };
}

/** Groups that decide what a shopper pays, and to whom. */
const MONEY: ReadonlySet<SettingsGroup> = new Set(['payment', 'tax', 'shipping']);

/** What is needed before the database is open, and with it what the admin stores. */
export type FirstConfig = Pick<
  Config,
  | 'production'
  | 'isDevServer'
  | 'isRunByNpm'
  | 'dataDir'
  | 'databaseUrl'
  | 'databaseConnections'
  | 'settingsKey'
  | 'logLevel'
  | 'publicUrl'
  | 'stripe'
  | 'shippo'
  | 'smtp'
  | 'ownerLanguage'
  | 'backup'
>;

/**
 * The environment alone. Contradictions are looked for later, because the admin may have stored what is missing.
 *
 * @throws ConfigError when a setting is refused by itself
 */
export function readFirstConfig(env: Env, brand: Brand): FirstConfig {
  const first = z.safeParse(configSchema(brand, settingsFields), env);
  if (first.success) return first.data;
  return readConfig(env, brand);
}

function toTrustProxy(value = 'false'): boolean | string {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function toStripe({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, ...settings }: Settings) {
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY) return undefined;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: settings.STRIPE_WEBHOOK_SECRET,
    /** Whether a payment provider other than the sandbox is configured. */
    isAccountShared: settings.STRIPE_ACCOUNT_SHARED,
    apiUrl: settings.STRIPE_API_URL,
  };
}

function toShippo({ SHIPPO_API_TOKEN, SHIPPO_API_URL, SHIPPING_FALLBACK }: Settings) {
  if (!SHIPPO_API_TOKEN) return undefined;
  return { token: SHIPPO_API_TOKEN, apiUrl: SHIPPO_API_URL, fallback: SHIPPING_FALLBACK };
}
