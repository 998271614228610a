import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Env, type EnvReader, envReader } from './env-reader.ts';
import { isPasswordHash } from './features/admin/password.ts';
import { MIN_PASSWORD_LENGTH, weaknessOf } from './features/admin/password-strength.ts';

/** All settings, read and checked once at start. `.env.example` says what each does. */
export type Config = {
  production: boolean;
  /** Started by `npm start` or another script of npm. */
  isRunByNpm: boolean;
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
  metricsToken: string | undefined;
  stripe:
    | {
        secretKey: string;
        publishableKey: string;
        webhookSecrets: string[];
        /** Whether others than the shop take money there. */
        isAccountShared: boolean;
        apiUrl: string | undefined;
      }
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
    /** Mails of each kind, to inquirers and to the owner, that inquiries cause in 24 hours. */
    publicMailsPerDay: number;
    ratesPerMinute: number;
    confirmationsPerMinute: number;
    /** Quotes and payment starts under way at a time. */
    checkoutsAtOnce: number;
  };
  quoteMinutes: number;
  sweepSeconds: number;
  /** Backups that the running shop writes each night; `keep` of them stay. */
  backup: { folder: string; keep: number } | undefined;
};

/** Names that settings had before, and what each is called now. */
export const RENAMED: Readonly<Record<string, string>> = { STRIPE_SHARED_ACCOUNT: 'STRIPE_ACCOUNT_SHARED' };

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

/**
 * Turns the environment into settings.
 *
 * @throws ConfigError with every fault at once
 */
export function readConfig(env: Env, brand: { email: string; name: string }): Config {
  const read = envReader(env);
  const production = read.text('NODE_ENV') === 'production';
  const port = read.integer('PORT', 3000, 0, 65_535);
  const config: Config = {
    production,
    isRunByNpm: read.text('npm_lifecycle_event') !== undefined,
    port,
    host: read.text('HOST') ?? '127.0.0.1',
    publicUrl: readPublicUrl(read, port, production),
    trustProxy: readTrustProxy(read),
    ...readDatabase(read, production),
    stripe: readStripe(read, production),
    shippo: readShippo(read),
    quoteMinutes: read.integer('QUOTE_MINUTES', 30, 1, 1440),
    ...readMail(read, brand),
    admin: readAdminPassword(read, production),
    limits: readLimits(read),
    logLevel: read.choice('LOG_LEVEL', ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const, 'info'),
    logPageViews: read.flag('LOG_PAGE_VIEWS'),
    ...readMetrics(read, production),
    sweepSeconds: read.integer('SWEEP_SECONDS', 60, 1, 3600),
    backup: readBackup(read),
  };
  for (const [before, now] of Object.entries(RENAMED)) {
    if (read.text(before)) read.faults.push(`${before} is called ${now} now. Rename it.`);
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

function readBackup({ faults, text, integer }: EnvReader): Config['backup'] {
  const folder = text('BACKUP_DIR');
  if (folder) return { folder: resolve(folder), keep: integer('BACKUP_KEEP', 14, 1, 10_000) };
  if (text('BACKUP_KEEP')) faults.push('BACKUP_KEEP is set but BACKUP_DIR is not. Set the folder too, or take it out.');
  return undefined;
}

function readPublicUrl({ faults, url }: EnvReader, port: number, production: boolean): string {
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'], 'https://www.shop.example') ?? `http://localhost:${port}`;
  if (new URL(publicUrl).origin !== publicUrl) {
    faults.push('PUBLIC_URL holds more than scheme, host and port. It should look like https://www.shop.example.');
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (production && protocol === 'http:' && !isLoopback(hostname)) {
    faults.push(
      'PUBLIC_URL is http, and NODE_ENV production: addresses, sessions and payments would travel in the open. Give https, or http://localhost for a trial on this machine.',
    );
  }
  return publicUrl;
}

function readTrustProxy({ faults, text }: EnvReader): Config['trustProxy'] {
  const trust = text('TRUST_PROXY') ?? 'false';
  if (trust === 'true' || trust === 'false') return trust === 'true';
  if (!trust.split(',').every((part) => isNetwork(part.trim()))) {
    faults.push(
      'TRUST_PROXY is no list of addresses. Give true, false, or the addresses of your proxies, such as 10.0.0.0/8.',
    );
  }
  return trust;
}

function readDatabase(
  { faults, text, url, integer, choice }: EnvReader,
  production: boolean,
): Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePoolSize'> {
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/shop');
  const tls = choice('DATABASE_TLS', ['on', 'off'] as const, 'on');
  if (production && tls === 'on' && databaseUrl !== undefined && crossesNetworkInTheOpen(databaseUrl)) {
    faults.push(
      'DATABASE_URL leads to another machine without TLS, and NODE_ENV is production. Add ?sslmode=verify-full to it, or set DATABASE_TLS=off where the network between them is your own.',
    );
  }
  return {
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl,
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 1, 200),
  };
}

/** As the driver reads the address: `host` and `sslmode` of the query win. */
function crossesNetworkInTheOpen(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (isLoopback(host) || host.startsWith('/')) return false;
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? '';
  return !['require', 'verify-ca', 'verify-full', 'prefer', 'no-verify', 'true', '1'].includes(mode);
}

/** Card payment: both keys, or neither; production asks for them unless the sandbox is allowed there. */
function readStripe(read: EnvReader, production: boolean): Config['stripe'] {
  const { faults, text } = read;
  const secretKey = text('STRIPE_SECRET_KEY');
  const publishableKey = text('STRIPE_PUBLISHABLE_KEY');
  if (secretKey && publishableKey) {
    checkStripeKeys(faults, secretKey, publishableKey);
    const apiUrl = read.url('STRIPE_API_URL', ['http:', 'https:'], 'https://api.stripe.com');
    if (production && /^(?:sk|rk)_live_/.test(secretKey) && apiUrl?.startsWith('http:')) {
      faults.push(
        'STRIPE_API_URL is http, and the keys are live: the secret key would travel in the open. Take it out, or give test keys to a stand-in.',
      );
    }
    return {
      secretKey,
      publishableKey,
      webhookSecrets: readWebhookSecrets(read),
      isAccountShared: read.flag('STRIPE_ACCOUNT_SHARED'),
      apiUrl,
    };
  }
  const mayBeSandbox = !production || read.flag('ALLOW_SANDBOX_PAYMENTS');
  if (secretKey || publishableKey) {
    const [given, missing] = secretKey
      ? ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']
      : ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'];
    faults.push(
      `${given} is set but ${missing} is not. Set both (Stripe dashboard, Developers, API keys), or neither.`,
    );
    return undefined;
  }
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_ACCOUNT_SHARED', 'STRIPE_API_URL']) {
    if (text(name)) faults.push(`${name} is set but STRIPE_SECRET_KEY is not. Set the keys too, or take it out.`);
  }
  if (!mayBeSandbox) {
    faults.push(
      'NODE_ENV is production but no card payment is set. Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or ALLOW_SANDBOX_PAYMENTS=true for a demo in which no card is charged.',
    );
  }
  return undefined;
}

function checkStripeKeys(faults: string[], secretKey: string, publishableKey: string): void {
  const secretMode = /^(?:sk|rk)_(test|live)_\w{8,}$/.exec(secretKey)?.[1];
  const publishableMode = /^pk_(test|live)_\w{8,}$/.exec(publishableKey)?.[1];
  if (!secretMode) {
    faults.push('STRIPE_SECRET_KEY does not look like a secret key. It starts with sk_test_ or sk_live_.');
  }
  if (!publishableMode) {
    faults.push('STRIPE_PUBLISHABLE_KEY does not look like a publishable key. It starts with pk_test_ or pk_live_.');
  }
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    faults.push(
      `STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLISHABLE_KEY a ${publishableMode} key. Take both from the same mode.`,
    );
  }
}

function readWebhookSecrets({ faults, text }: EnvReader): string[] {
  const secrets = (text('STRIPE_WEBHOOK_SECRET') ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (secrets.some((secret) => !/^whsec_\S{8,}$/.test(secret))) {
    faults.push(
      'STRIPE_WEBHOOK_SECRET does not look like a signing secret. It starts with whsec_; two may stand side by side with a comma.',
    );
  }
  return secrets;
}

function readShippo({ faults, text, url, choice }: EnvReader): Config['shippo'] {
  const token = text('SHIPPO_API_TOKEN');
  if (!token) {
    if (text('SHIPPO_API_URL')) {
      faults.push('SHIPPO_API_URL is set but SHIPPO_API_TOKEN is not. Set the token too, or take it out.');
    }
    return undefined;
  }
  return {
    token,
    apiUrl: url('SHIPPO_API_URL', ['http:', 'https:'], 'https://api.goshippo.com'),
    fallback: choice('SHIPPING_FALLBACK', ['none', 'table'] as const, 'none'),
  };
}

function readMail(
  { faults, text, url, mailbox, choice }: EnvReader,
  brand: { email: string; name: string },
): Pick<Config, 'smtp' | 'mailFrom' | 'ownerEmail' | 'ownerLanguage'> {
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587');
  if (text('SMTP_URL')) {
    if (!text('MAIL_FROM')) {
      faults.push('SMTP_URL is set but MAIL_FROM is not. Give the address that mails come from.');
    }
    if (!text('OWNER_EMAIL')) {
      faults.push('SMTP_URL is set but OWNER_EMAIL is not. Give the address that hears of orders and inquiries.');
    }
  } else {
    // Whoever sets them expects mails, and would wait for orders that nobody tells of.
    for (const [given, other] of [
      ['MAIL_FROM', 'OWNER_EMAIL'],
      ['OWNER_EMAIL', 'MAIL_FROM'],
    ] as const) {
      if (text(given)) {
        faults.push(
          `${given} is set but SMTP_URL is not. Set SMTP_URL and ${other} too, or take it out: mails then stay in the outbox.`,
        );
      }
    }
  }
  return {
    smtp: smtpUrl ? { url: smtpUrl } : undefined,
    mailFrom: mailbox('MAIL_FROM', `${brand.name} <${brand.email}>`, brand.email),
    ownerEmail: mailbox('OWNER_EMAIL', brand.email, brand.email),
    ownerLanguage: choice('OWNER_LANGUAGE', ['en', 'es'] as const, 'en'),
  };
}

/** The password, its hash, or neither: then one is made at the first start. */
function readAdminPassword({ faults, text, secret }: EnvReader, production: boolean): Config['admin'] {
  const passwordHash = text('ADMIN_PASSWORD_HASH');
  const password = secret('ADMIN_PASSWORD');
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
  } else if (production && password !== undefined && weaknessOf(password) !== null) {
    const weakness =
      weaknessOf(password) === 'short'
        ? `has fewer than ${MIN_PASSWORD_LENGTH} characters`
        : 'is among the first that are guessed';
    faults.push(
      `ADMIN_PASSWORD ${weakness}, and NODE_ENV is production. Choose four words, or leave it out to have one made.`,
    );
  }
  return { password, passwordHash };
}

function readLimits({ integer }: EnvReader): Config['limits'] {
  const limit = (name: string, fallback: number) => integer(name, fallback, 1, 1_000_000);
  return {
    paymentStartsPerMinute: limit('LIMIT_PAYMENT_STARTS', 10),
    paymentStartsPerMinuteOverall: limit('LIMIT_PAYMENT_STARTS_OVERALL', 600),
    inquiriesPerMinute: limit('LIMIT_INQUIRIES', 20),
    inquiriesPerMinuteOverall: limit('LIMIT_INQUIRIES_OVERALL', 120),
    publicMailsPerDay: limit('LIMIT_PUBLIC_MAILS', 200),
    ratesPerMinute: limit('LIMIT_RATES', 120),
    confirmationsPerMinute: limit('LIMIT_CONFIRMATIONS', 300),
    checkoutsAtOnce: limit('LIMIT_CHECKOUTS_AT_ONCE', 40),
  };
}

/** Who may read /metrics: everyone, whoever has the token, or nobody. */
function readMetrics(
  { faults, secret, flag }: EnvReader,
  production: boolean,
): Pick<Config, 'metricsPublic' | 'metricsToken'> {
  const metricsToken = secret('METRICS_TOKEN');
  if (metricsToken !== undefined && !/^[\w.~+/=-]{16,}$/.test(metricsToken)) {
    faults.push(
      'METRICS_TOKEN is too easy or cannot stand in a header. Give 16 or more letters and digits, such as openssl rand -hex 24 makes.',
    );
  }
  return { metricsPublic: flag('METRICS_PUBLIC', !production && metricsToken === undefined), metricsToken };
}

/** Whether a host's name, as it stands in an address, is this machine's own. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** An IP address, a range in CIDR form, or one of the range names that Fastify knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
