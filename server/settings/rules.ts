import { isPasswordHash } from '#server/features/admin/password.ts';
import { MIN_PASSWORD_LENGTH, weaknessOf } from '#server/features/admin/password-strength.ts';
import type { Settings } from './settings.ts';

/**
 * A conflict between settings that are valid by themselves: one sentence with its fix, and for the admin's form the
 * setting to change and the code of its text (`issue_{code}`).
 */
export type Contradiction = { words: string; at: keyof Settings; issue: string };

export function findContradictions(settings: Settings): Contradiction[] {
  const rules = [checkPublicUrl, checkDatabase, checkStripe, checkTax, checkMail, checkAdmin, checkBackup];
  return rules.flatMap((rule) => [...rule(settings)]);
}

export const isProduction = ({ NODE_ENV }: Pick<Settings, 'NODE_ENV'>) => NODE_ENV === 'production';

function* checkPublicUrl({ PUBLIC_URL, ...settings }: Settings) {
  if (!isProduction(settings) || PUBLIC_URL === undefined || !URL.canParse(PUBLIC_URL)) return;
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    yield fault(
      'PUBLIC_URL',
      'PUBLIC_URL is http, and NODE_ENV production: addresses, sessions and payments would travel in the open. Give https, or http://localhost for a trial on this machine.',
      'setting_https',
    );
  }
}

function* checkDatabase({ DATABASE_URL, DATABASE_TLS, ...settings }: Settings) {
  if (!isProduction(settings) || DATABASE_TLS === 'off' || DATABASE_URL === undefined) return;
  if (URL.canParse(DATABASE_URL) && crossesNetworkInTheOpen(DATABASE_URL)) {
    yield fault(
      'DATABASE_URL',
      'DATABASE_URL leads to another machine without TLS, and NODE_ENV is production. Add ?sslmode=verify-full to it, or set DATABASE_TLS=off where the network between them is your own.',
    );
  }
}

/** Follows the driver's URL parsing: `host` and `sslmode` of the query win. */
function crossesNetworkInTheOpen(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (isLoopback(host) || host.startsWith('/')) return false;
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? '';
  return !['require', 'verify-ca', 'verify-full', 'prefer', 'no-verify', 'true', '1'].includes(mode);
}

/** Card payment needs both keys or neither. Without any, production sells nothing until the admin has them. */
function* checkStripe(settings: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API_URL } = settings;
  if (secretKey && publishableKey) {
    yield* checkStripeKeys(secretKey, publishableKey);
    if (isProduction(settings) && /^(?:sk|rk)_live_/.test(secretKey) && STRIPE_API_URL?.startsWith('http:')) {
      yield fault(
        'STRIPE_SECRET_KEY',
        'STRIPE_API_URL is http, and the keys are live: the secret key would travel in the open. Take it out, or give test keys to a stand-in.',
        'setting_stand_in',
      );
    }
    return;
  }
  if (secretKey || publishableKey) {
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const;
    const [given, missing] = secretKey ? names : ([names[1], names[0]] as const);
    yield fault(
      missing,
      `${given} is set but ${missing} is not. Set both (Stripe dashboard, Developers, API keys), or neither.`,
    );
    return;
  }
  const orphans = {
    STRIPE_WEBHOOK_SECRET: settings.STRIPE_WEBHOOK_SECRET?.length,
    STRIPE_ACCOUNT_SHARED: settings.STRIPE_ACCOUNT_SHARED,
  };
  for (const [name, value] of Object.entries(orphans)) {
    if (value) {
      yield fault(
        'STRIPE_SECRET_KEY',
        `${name} is set but STRIPE_SECRET_KEY is not. Set the keys too, or take it out.`,
      );
    }
  }
}

function* checkStripeKeys(secretKey: string, publishableKey: string) {
  const secretMode = /^(?:sk|rk)_(test|live)_\w{8,}$/.exec(secretKey)?.[1];
  const publishableMode = /^pk_(test|live)_\w{8,}$/.exec(publishableKey)?.[1];
  if (!secretMode) {
    yield fault(
      'STRIPE_SECRET_KEY',
      'STRIPE_SECRET_KEY does not look like a secret key. It starts with sk_test_ or sk_live_.',
      'setting_secret_key',
    );
  }
  if (!publishableMode) {
    yield fault(
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_PUBLISHABLE_KEY does not look like a publishable key. It starts with pk_test_ or pk_live_.',
      'setting_publishable_key',
    );
  }
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    yield fault(
      'STRIPE_PUBLISHABLE_KEY',
      `STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLISHABLE_KEY a ${publishableMode} key. Take both from the same mode.`,
      'setting_modes',
    );
  }
}

function* checkTax({ TAX_PROVIDER, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Settings) {
  if (TAX_PROVIDER === 'stripe' && !(STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY)) {
    yield fault(
      'TAX_PROVIDER',
      'TAX_PROVIDER is stripe but STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not set. Set both, or take it out: the rates of your own table then hold.',
      'setting_tax_keys',
    );
  }
}

function* checkMail({ SMTP_URL, MAIL_FROM, OWNER_EMAIL, DKIM_SELECTOR }: Settings) {
  if (SMTP_URL) {
    if (!MAIL_FROM) {
      yield fault('MAIL_FROM', 'SMTP_URL is set but MAIL_FROM is not. Give the address that mails come from.');
    }
    return;
  }
  // An owner who sets these expects mails, but would not learn of orders without SMTP.
  if (MAIL_FROM) yield orphan('MAIL_FROM', 'SMTP_URL');
  if (OWNER_EMAIL) yield orphan('OWNER_EMAIL', 'SMTP_URL and MAIL_FROM');
  if (DKIM_SELECTOR) yield orphan('DKIM_SELECTOR', 'SMTP_URL and MAIL_FROM');
}

const orphan = (given: string, missing: string) =>
  fault(
    'SMTP_URL',
    `${given} is set but SMTP_URL is not. Set ${missing} too, or take it out: mails then stay in the outbox.`,
  );

const fault = (at: keyof Settings, words: string, issue = 'required'): Contradiction => ({ words, at, issue });

/** The password, its hash, or neither: then one is generated at the first start. */
function* checkAdmin({ ADMIN_PASSWORD: password, ADMIN_PASSWORD_HASH, ...settings }: Settings) {
  if (password !== undefined && ADMIN_PASSWORD_HASH !== undefined) {
    yield fault('ADMIN_PASSWORD', 'ADMIN_PASSWORD and ADMIN_PASSWORD_HASH are both set. Keep one of them.');
  } else if (ADMIN_PASSWORD_HASH !== undefined && !isPasswordHash(ADMIN_PASSWORD_HASH)) {
    yield fault(
      'ADMIN_PASSWORD_HASH',
      'ADMIN_PASSWORD_HASH is not an Argon2id hash. Make one with npm run admin:password -- --print, and quote it: it holds dollar signs.',
    );
  }
  if (password === undefined) return;
  const weakness = isProduction(settings) && password.trim() !== '' ? weaknessOf(password) : null;
  if (weakness === null) return;
  const words =
    weakness === 'short' ? `has fewer than ${MIN_PASSWORD_LENGTH} characters` : 'is among the first that are guessed';
  yield fault(
    'ADMIN_PASSWORD',
    `ADMIN_PASSWORD ${words}, and NODE_ENV is production. Choose four words, or leave it out to have one made.`,
  );
}

function* checkBackup({ BACKUP_DIR, ...settings }: Settings) {
  if (BACKUP_DIR !== undefined) return;
  for (const name of ['BACKUP_KEEP', 'BACKUP_HOUR'] as const) {
    if (settings[name] === undefined) continue;
    yield fault('BACKUP_DIR', `${name} is set but BACKUP_DIR is not. Set the folder too, or take it out.`);
  }
}

/** Whether a URL's host is this machine. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
