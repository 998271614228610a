import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { emailField } from '#shared/fields.ts';
import { isPasswordHash } from './features/admin/password.ts';

/** All settings, read and checked once at start. `.env.example` says what each does. */
export type Config = {
  production: boolean;
  port: number;
  host: string;
  /** Address that the public sees, without a slash at the end; every absolute URL starts with it. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  logPageViews: boolean;
  trustProxy: boolean | string;
  metricsPublic: boolean;
  stripe:
    | { secretKey: string; publishableKey: string; webhookSecrets: string[]; apiUrl: string | undefined }
    | undefined;
  shippo: { token: string; apiUrl: string | undefined; fallback: 'none' | 'table' } | undefined;
  smtp: { url: string } | undefined;
  mailFrom: string;
  ownerEmail: string;
  ownerLanguage: 'en' | 'es';
  admin: { password: string | undefined; passwordHash: string | undefined };
  limits: {
    paymentStartsPerMinute: number;
    paymentStartsPerMinuteOverall: number;
    inquiriesPerMinute: number;
    inquiriesPerMinuteOverall: number;
    ratesPerMinute: number;
  };
  quoteMinutes: number;
  sweepSeconds: number;
};

/** Settings that cannot be used, one line a fault, each with its mend. */
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

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Turns the environment into settings.
 *
 * @throws ConfigError with every fault at once
 */
export function readConfig(env: Env, brand: { email: string; name: string }): Config {
  const faults: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;

  const integer = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    faults.push(`${name} is "${value}". Give a whole number from ${min} to ${max}, or leave it out for ${fallback}.`);
    return fallback;
  };
  const choice = <T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    if ((options as readonly string[]).includes(value)) return value as T;
    faults.push(`${name} is "${value}". Choose one of: ${options.join(', ')}; or leave it out for ${fallback}.`);
    return fallback;
  };
  const flag = (name: string, fallback = false) =>
    choice(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  const url = (name: string, protocols: string[], example: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && protocols.includes(parsed.protocol) && parsed.hostname) return value.replace(/\/+$/, '');
    // The value is not repeated: it may hold a password.
    faults.push(`${name} is no usable address. It should look like ${example}.`);
    return undefined;
  };
  const mailbox = (name: string, fallback: string) => {
    const value = text(name);
    if (value === undefined) return fallback;
    const bare = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
    if (z.safeParse(emailField, bare).success) return value;
    faults.push(`${name} is "${value}". Give one e-mail address, such as ${brand.email}.`);
    return fallback;
  };

  const production = text('NODE_ENV') === 'production';
  const port = integer('PORT', 3000, 0, 65_535);
  const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const;
  const given = stripeNames.filter((name) => text(name));
  let stripe: Config['stripe'];
  if (given.length === 1) {
    const missing = stripeNames.find((name) => !text(name));
    faults.push(
      `${given[0]} is set but ${missing} is not. Set both (Stripe dashboard, Developers, API keys), or neither.`,
    );
  } else if (given.length === 2) {
    const secretKey = text('STRIPE_SECRET_KEY') ?? '';
    const publishableKey = text('STRIPE_PUBLISHABLE_KEY') ?? '';
    const secretMode = /^(?:sk|rk)_(test|live)_\w{8,}$/.exec(secretKey)?.[1];
    const publishableMode = /^pk_(test|live)_\w{8,}$/.exec(publishableKey)?.[1];
    if (!secretMode)
      faults.push('STRIPE_SECRET_KEY does not look like a secret key. It starts with sk_test_ or sk_live_.');
    if (!publishableMode) {
      faults.push('STRIPE_PUBLISHABLE_KEY does not look like a publishable key. It starts with pk_test_ or pk_live_.');
    }
    if (secretMode && publishableMode && secretMode !== publishableMode) {
      faults.push(
        `STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLISHABLE_KEY a ${publishableMode} key. Take both from the same mode.`,
      );
    }
    const webhookSecrets = (text('STRIPE_WEBHOOK_SECRET') ?? '')
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean);
    if (webhookSecrets.some((secret) => !/^whsec_\S{8,}$/.test(secret))) {
      faults.push(
        'STRIPE_WEBHOOK_SECRET does not look like a signing secret. It starts with whsec_; two may stand side by side with a comma.',
      );
    }
    stripe = {
      secretKey,
      publishableKey,
      webhookSecrets,
      apiUrl: url('STRIPE_API_URL', ['http:', 'https:'], 'https://api.stripe.com'),
    };
  } else {
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL']) {
      if (text(name)) faults.push(`${name} is set but STRIPE_SECRET_KEY is not. Set the keys too, or take it out.`);
    }
  }
  if (!stripe && production && !flag('ALLOW_SANDBOX_PAYMENTS') && given.length === 0) {
    faults.push(
      'NODE_ENV is production but no card payment is set. Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or ALLOW_SANDBOX_PAYMENTS=true for a demo in which no card is charged.',
    );
  }

  const shippoToken = text('SHIPPO_API_TOKEN');
  if (!shippoToken && text('SHIPPO_API_URL')) {
    faults.push('SHIPPO_API_URL is set but SHIPPO_API_TOKEN is not. Set the token too, or take it out.');
  }
  const shippo = shippoToken
    ? {
        token: shippoToken,
        apiUrl: url('SHIPPO_API_URL', ['http:', 'https:'], 'https://api.goshippo.com'),
        fallback: choice('SHIPPING_FALLBACK', ['none', 'table'] as const, 'none'),
      }
    : undefined;

  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587');
  if (smtpUrl && !text('MAIL_FROM'))
    faults.push('SMTP_URL is set but MAIL_FROM is not. Give the address that mails come from.');
  if (smtpUrl && !text('OWNER_EMAIL')) {
    faults.push('SMTP_URL is set but OWNER_EMAIL is not. Give the address that hears of orders and inquiries.');
  }

  const passwordHash = text('ADMIN_PASSWORD_HASH');
  const password = env.ADMIN_PASSWORD || undefined;
  if (password !== undefined && passwordHash !== undefined) {
    faults.push('ADMIN_PASSWORD and ADMIN_PASSWORD_HASH are both set. Keep one of them.');
  } else if (passwordHash !== undefined && !isPasswordHash(passwordHash)) {
    faults.push(
      'ADMIN_PASSWORD_HASH is no Argon2id hash. Make one with npm run admin:password -- --print, and quote it: it holds dollar signs.',
    );
  }
  if (password !== undefined && (password.trim() === '' || password.length > 1024)) {
    faults.push(
      'ADMIN_PASSWORD is blank or longer than 1024 characters. Choose another, or leave it out to have one made.',
    );
  }

  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'], 'https://www.shop.example') ?? `http://localhost:${port}`;
  if (new URL(publicUrl).origin !== publicUrl) {
    faults.push('PUBLIC_URL holds more than scheme, host and port. It should look like https://www.shop.example.');
  }
  const trust = text('TRUST_PROXY');
  if (trust && !['true', 'false'].includes(trust) && !trust.split(',').every((part) => isNetwork(part.trim()))) {
    faults.push(
      'TRUST_PROXY is no list of addresses. Give true, false, or the addresses of your proxies, such as 10.0.0.0/8.',
    );
  }
  const config: Config = {
    production,
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl,
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/shop'),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 1, 200),
    logLevel: choice('LOG_LEVEL', ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const, 'info'),
    logPageViews: flag('LOG_PAGE_VIEWS'),
    trustProxy: trust === undefined || trust === 'false' ? false : trust === 'true' ? true : trust,
    metricsPublic: flag('METRICS_PUBLIC', !production),
    stripe,
    shippo,
    smtp: smtpUrl ? { url: smtpUrl } : undefined,
    mailFrom: mailbox('MAIL_FROM', `${brand.name} <${brand.email}>`),
    ownerEmail: mailbox('OWNER_EMAIL', brand.email),
    ownerLanguage: choice('OWNER_LANGUAGE', ['en', 'es'] as const, 'en'),
    admin: { password, passwordHash },
    limits: {
      paymentStartsPerMinute: integer('LIMIT_PAYMENT_STARTS', 60, 1, 1_000_000),
      paymentStartsPerMinuteOverall: integer('LIMIT_PAYMENT_STARTS_OVERALL', 600, 1, 1_000_000),
      inquiriesPerMinute: integer('LIMIT_INQUIRIES', 20, 1, 1_000_000),
      inquiriesPerMinuteOverall: integer('LIMIT_INQUIRIES_OVERALL', 120, 1, 1_000_000),
      ratesPerMinute: integer('LIMIT_RATES', 120, 1, 1_000_000),
    },
    quoteMinutes: integer('QUOTE_MINUTES', 30, 1, 1440),
    sweepSeconds: integer('SWEEP_SECONDS', 60, 1, 3600),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** An IP address, a range in CIDR form, or one of the range names that Fastify knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
