import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { LANGUAGES } from '#shared/core/language.ts';
import { TAX_PROVIDERS } from '#shared/tax/tax.ts';
import {
  address,
  checked,
  choice,
  flag,
  integer,
  list,
  mailbox,
  maybeInteger,
  sealingKey,
  secret,
  text,
} from './fields.ts';

const limit = (fallback: number) => integer(fallback, 1, 1_000_000);
const http = (example: string) => address(['http:', 'https:'], example);

/** Every variable that the server reads. `.env.example` says what each does. */
export const settingsFields = z.object({
  NODE_ENV: text,
  npm_lifecycle_event: text,
  DEV_SERVER: flag,
  PORT: integer(3000, 0, 65_535),
  HOST: text,
  PUBLIC_URL: checked(publicUrlFault),
  TRUST_PROXY: checked(proxyFault),
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/shop'),
  DATABASE_TLS: choice(['on', 'off'], 'on'),
  // At least one for the pool: see BESIDE_POOL.
  DATABASE_POOL_SIZE: integer(14, 5, 200),
  DATA_DIR: text,
  SETTINGS_KEY: sealingKey,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: list(
    (value) => /^whsec_\S{8,}$/.test(value),
    'does not look like a signing secret. It starts with whsec_; two may stand side by side with a comma.',
  ),
  STRIPE_ACCOUNT_SHARED: flag,
  STRIPE_API_URL: http('https://api.stripe.com'),
  ALLOW_SANDBOX_PAYMENTS: flag,
  TAX_PROVIDER: choice(TAX_PROVIDERS, 'table'),
  SHIPPO_API_TOKEN: text,
  SHIPPO_API_URL: http('https://api.goshippo.com'),
  SHIPPING_FALLBACK: choice(['none', 'table'], 'none'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587'),
  MAIL_FROM: mailbox,
  OWNER_EMAIL: mailbox,
  DKIM_SELECTOR: checked((value) =>
    /^[a-z\d_](?:[\w.-]{0,61}[a-z\d_])?$/i.test(value)
      ? null
      : 'is not a selector. Give the name before ._domainkey in the record of your mail provider, such as google.',
  ),
  OWNER_LANGUAGE: choice(LANGUAGES, 'en'),
  ADMIN_PASSWORD: secret((value) =>
    value.trim() === '' || value.length > 1024
      ? 'is blank or longer than 1024 characters. Choose another, or leave it out to have one made.'
      : null,
  ),
  ADMIN_PASSWORD_HASH: text,
  LIMIT_PAYMENT_STARTS: limit(10),
  LIMIT_PAYMENT_STARTS_OVERALL: limit(600),
  LIMIT_INQUIRIES: limit(20),
  LIMIT_INQUIRIES_OVERALL: limit(120),
  LIMIT_PUBLIC_MAILS: limit(200),
  LIMIT_RATES: limit(120),
  LIMIT_CONFIRMATIONS: limit(300),
  LIMIT_CHECKOUTS_AT_ONCE: limit(40),
  LOG_LEVEL: choice(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], 'info'),
  METRICS_TOKEN: secret((value) =>
    /^[\w.~+/=-]{16,}$/.test(value)
      ? null
      : 'is too easy or cannot stand in a header. Give 16 or more letters and digits, such as openssl rand -hex 24 makes.',
  ),
  SWEEP_SECONDS: integer(60, 1, 3600),
  BACKUP_DIR: text,
  BACKUP_HOUR: maybeInteger(0, 23),
  BACKUP_KEEP: maybeInteger(1, 10_000),
});
export type Settings = z.output<typeof settingsFields>;

/** Set by our own scripts and by npm, not by the owner. */
export const INTERNAL_SETTINGS: ReadonlySet<string> = new Set(['DEV_SERVER', 'npm_lifecycle_event']);

/** Former names of settings, and their current ones. */
export const RENAMED: Readonly<Record<string, string>> = { STRIPE_SHARED_ACCOUNT: 'STRIPE_ACCOUNT_SHARED' };

/** Former settings, which have no effect; a start reports them. */
export const REMOVED: readonly string[] = ['QUOTE_MINUTES', 'LOG_PAGE_VIEWS', 'METRICS_PUBLIC'];

function publicUrlFault(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname) {
    return 'is not a usable address. It should look like https://www.shop.example.';
  }
  if (url.origin !== value.replace(/\/+$/, '')) {
    return 'holds more than scheme, host and port. It should look like https://www.shop.example.';
  }
  return null;
}

function proxyFault(value: string): string | null {
  if (value === 'true' || value === 'false' || value.split(',').every((part) => isNetwork(part.trim()))) return null;
  return 'is not a list of addresses. Give true, false, or the addresses of your proxies, such as 10.0.0.0/8.';
}

/** An IP address, a range in CIDR form, or one of the range names that Fastify knows. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [ip = '', bits, ...rest] = value.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
