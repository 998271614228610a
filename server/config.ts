import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { findContradictions, isProduction } from './settings/rules.ts';
import { REMOVED, RENAMED, type Settings, settingsFields } from './settings/settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

const BACKUPS_KEPT = 14;

const settingsSchema = settingsFields.check(
  z.check(
    ({ value, issues }) => {
      for (const message of findContradictions(value)) issues.push({ code: 'custom', message, input: undefined });
    },
    // Reported together with the errors of single settings, so that the owner sees all of them at once.
    { when: () => true },
  ),
);

type Brand = { email: string; name: string };

/** All settings, checked. Defaults come from the brand where the owner sets nothing. */
const configSchema = (brand: Brand) =>
  z.pipe(
    settingsSchema,
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
      stripe: toStripe(settings),
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
          : { folder: resolve(settings.BACKUP_DIR), keep: settings.BACKUP_KEEP ?? BACKUPS_KEPT },
    })),
  );

/** All settings, read and checked once at start. */
export type Config = z.output<ReturnType<typeof configSchema>> & {
  /** Settings of earlier versions that are still set. */
  removed: readonly string[];
};

/** Invalid settings: one line for each error, with its fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];
  readonly isProduction: boolean;
  constructor(faults: string[], isProduction: boolean) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
    this.isProduction = isProduction;
  }
}

/** Loads `.env` of the working folder into the environment. Variables that are already set win. */
export function loadEnvFile(path = resolve('.env')): void {
  if (existsSync(path)) process.loadEnvFile(path);
}

/**
 * Parses the environment into the configuration.
 *
 * @throws ConfigError with all errors at once
 */
export function readConfig(env: Env, brand: Brand): Config {
  const result = z.safeParse(configSchema(brand), env);
  const faults = (result.error?.issues ?? []).map(({ path, message }) => [...path, message].join(' '));
  for (const [before, now] of Object.entries(RENAMED)) {
    if (env[before]?.trim()) faults.push(`${before} is called ${now} now. Rename it.`);
  }
  if (!result.success || faults.length > 0) throw new ConfigError(faults, env.NODE_ENV === 'production');
  return { ...result.data, removed: REMOVED.filter((name) => env[name]?.trim()) };
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
