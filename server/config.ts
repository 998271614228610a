import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { findContradictions, isProduction } from './settings/rules.ts';
import { RENAMED, type Settings, settingsFields } from './settings/settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

const BACKUPS_KEPT = 14;

const settingsSchema = settingsFields.check(
  z.check(
    ({ value, issues }) => {
      for (const message of findContradictions(value)) issues.push({ code: 'custom', message, input: undefined });
    },
    // Also beside faults of single settings, so that all are told at once.
    { when: () => true },
  ),
);

type Brand = { email: string; name: string };

/** All settings, checked. What the brand says stands in where an owner sets nothing. */
const configSchema = (brand: Brand) =>
  z.pipe(
    settingsSchema,
    z.transform((settings: Settings) => ({
      production: isProduction(settings),
      /** Started by `npm start` or another script of npm. */
      isRunByNpm: settings.npm_lifecycle_event !== undefined,
      /** Under `npm run dev`: Vite serves the pages, at the public address, and this process answers calls alone. */
      isDevServer: settings.DEV_SERVER,
      port: settings.PORT,
      host: settings.HOST ?? '127.0.0.1',
      /** Address that the public sees, without a slash at the end; every absolute URL starts with it. */
      publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${settings.PORT}`,
      trustProxy: toTrustProxy(settings.TRUST_PROXY),
      dataDir: resolve(settings.DATA_DIR ?? 'data'),
      databaseUrl: settings.DATABASE_URL,
      databasePoolSize: settings.DATABASE_POOL_SIZE,
      stripe: toStripe(settings),
      shippo: toShippo(settings),
      quoteMinutes: settings.QUOTE_MINUTES,
      smtp: settings.SMTP_URL === undefined ? undefined : { url: settings.SMTP_URL },
      mailFrom: settings.MAIL_FROM ?? `${brand.name} <${brand.email}>`,
      ownerEmail: settings.OWNER_EMAIL ?? brand.email,
      ownerLanguage: settings.OWNER_LANGUAGE,
      admin: { password: settings.ADMIN_PASSWORD, passwordHash: settings.ADMIN_PASSWORD_HASH },
      limits: {
        paymentStartsPerMinute: settings.LIMIT_PAYMENT_STARTS,
        paymentStartsPerMinuteOverall: settings.LIMIT_PAYMENT_STARTS_OVERALL,
        inquiriesPerMinute: settings.LIMIT_INQUIRIES,
        inquiriesPerMinuteOverall: settings.LIMIT_INQUIRIES_OVERALL,
        /** Mails of each kind, to inquirers and to the owner, that inquiries cause in 24 hours. */
        publicMailsPerDay: settings.LIMIT_PUBLIC_MAILS,
        ratesPerMinute: settings.LIMIT_RATES,
        confirmationsPerMinute: settings.LIMIT_CONFIRMATIONS,
        /** Quotes and payment starts under way at a time. */
        checkoutsAtOnce: settings.LIMIT_CHECKOUTS_AT_ONCE,
      },
      logLevel: settings.LOG_LEVEL,
      logPageViews: settings.LOG_PAGE_VIEWS,
      /** Who may read /metrics: everyone, whoever has the token, or nobody. */
      metricsPublic: settings.METRICS_PUBLIC ?? (!isProduction(settings) && settings.METRICS_TOKEN === undefined),
      metricsToken: settings.METRICS_TOKEN,
      sweepSeconds: settings.SWEEP_SECONDS,
      /** Backups that the running shop writes each night; `keep` of them stay. */
      backup:
        settings.BACKUP_DIR === undefined
          ? undefined
          : { folder: resolve(settings.BACKUP_DIR), keep: settings.BACKUP_KEEP ?? BACKUPS_KEPT },
    })),
  );

/** All settings, read and checked once at start. */
export type Config = z.output<ReturnType<typeof configSchema>>;

/** Settings that cannot be used, one line a fault, each with its fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Takes `.env` of the working folder into the environment; what is set already wins. */
export function loadEnvFile(path = resolve('.env')): void {
  if (existsSync(path)) process.loadEnvFile(path);
}

/**
 * Turns the environment into settings.
 *
 * @throws ConfigError with every fault at once
 */
export function readConfig(env: Env, brand: Brand): Config {
  const result = z.safeParse(configSchema(brand), env);
  const faults = (result.error?.issues ?? []).map(({ path, message }) => [...path, message].join(' '));
  for (const [before, now] of Object.entries(RENAMED)) {
    if (env[before]?.trim()) faults.push(`${before} is called ${now} now. Rename it.`);
  }
  if (!result.success || faults.length > 0) throw new ConfigError(faults);
  return result.data;
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
    /** Whether others than the shop take money there. */
    isAccountShared: settings.STRIPE_ACCOUNT_SHARED,
    apiUrl: settings.STRIPE_API_URL,
  };
}

function toShippo({ SHIPPO_API_TOKEN, SHIPPO_API_URL, SHIPPING_FALLBACK }: Settings) {
  if (!SHIPPO_API_TOKEN) return undefined;
  return { token: SHIPPO_API_TOKEN, apiUrl: SHIPPO_API_URL, fallback: SHIPPING_FALLBACK };
}
