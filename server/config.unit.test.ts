import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SettingsGroup } from '#shared/admin/shop-settings.ts';
import { ConfigError, readConfig } from './config.ts';
import { INTERNAL_SETTINGS, REMOVED, RENAMED } from './settings/settings.ts';

const brand = { email: 'hola@shop.example', name: 'Shop' };
const SECRET = `sk_test_${'a'.repeat(24)}`;
const PUBLISHABLE = `pk_test_${'b'.repeat(24)}`;
const LIVE_SECRET = `sk_live_${'c'.repeat(24)}`;
const LIVE_PUBLISHABLE = `pk_live_${'d'.repeat(24)}`;
const STRIPE = { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE };

function faults(env: Record<string, string>): string[] {
  try {
    readConfig(env, brand);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('an empty environment gives a complete shop on this machine', () => {
  expect(readConfig({}, brand)).toMatchObject({
    production: false,
    isRunByNpm: false,
    port: 3000,
    host: '127.0.0.1',
    limits: { paymentStartsPerMinute: 10, paymentStartsPerMinuteOverall: 600 },
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    stripe: undefined,
    shippo: undefined,
    smtp: undefined,
    ownerEmail: brand.email,
    trustProxy: false,
  });
});

test('blank values count as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '  ', STRIPE_SECRET_KEY: '' }, brand)).toEqual(readConfig({}, brand));
});

const FAULTS: [what: string, env: Record<string, string>, names: string[], fix: RegExp][] = [
  ['a port that is no number', { PORT: 'http' }, ['PORT'], /whole number from 0 to 65535/],
  ['a port out of range', { PORT: '70000' }, ['PORT'], /whole number/],
  ['a port in another notation', { PORT: '0x10' }, ['PORT'], /whole number/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, ['LOG_LEVEL'], /Choose one of: silent, .*info/],
  [
    'a switch that is neither true nor false',
    { STRIPE_ACCOUNT_SHARED: 'yes' },
    ['STRIPE_ACCOUNT_SHARED'],
    /true, false/,
  ],
  ['a public address without scheme', { PUBLIC_URL: 'www.shop.example' }, ['PUBLIC_URL'], /https:\/\//],
  [
    'a public address with a path',
    { PUBLIC_URL: 'https://shop.example/shop' },
    ['PUBLIC_URL'],
    /scheme, host and port/,
  ],
  ['a database of another kind', { DATABASE_URL: 'mysql://a:hidden-word@b/c' }, ['DATABASE_URL'], /postgres:\/\//],
  ['a pool without connections', { DATABASE_POOL_SIZE: '4' }, ['DATABASE_POOL_SIZE'], /from 5 to 200/],
  ['proxies by a word', { TRUST_PROXY: 'yes' }, ['TRUST_PROXY'], /10\.0\.0\.0\/8/],
  ['proxies by a broken range', { TRUST_PROXY: '10.0.0.0/99' }, ['TRUST_PROXY'], /10\.0\.0\.0\/8/],
  ['a secret key alone', { STRIPE_SECRET_KEY: SECRET }, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'], /Set both/],
  ['a publishable key alone', { STRIPE_PUBLISHABLE_KEY: PUBLISHABLE }, ['STRIPE_SECRET_KEY'], /Set both/],
  ['a webhook secret alone', { STRIPE_WEBHOOK_SECRET: 'whsec_hidden-word' }, ['STRIPE_WEBHOOK_SECRET'], /take it out/],
  ['a shared account without keys', { STRIPE_ACCOUNT_SHARED: 'true' }, ['STRIPE_ACCOUNT_SHARED'], /take it out/],
  [
    'a setting by the name that it had before',
    { ...STRIPE, STRIPE_SHARED_ACCOUNT: 'true' },
    ['STRIPE_SHARED_ACCOUNT', 'STRIPE_ACCOUNT_SHARED'],
    /Rename/,
  ],
  ['a broken webhook secret', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'hidden-word' }, ['STRIPE_WEBHOOK_SECRET'], /whsec_/],
  ['a broken provider address', { ...STRIPE, STRIPE_API_URL: 'stripe' }, ['STRIPE_API_URL'], /https:\/\//],
  ['Stripe Tax without keys', { TAX_PROVIDER: 'stripe' }, ['TAX_PROVIDER', 'STRIPE_SECRET_KEY'], /your own table/],
  ['a tax provider of another name', { TAX_PROVIDER: 'guess' }, ['TAX_PROVIDER'], /table, stripe/],
  ['a broken rate address', { SHIPPO_API_TOKEN: 'hidden-word', SHIPPO_API_URL: 'x' }, ['SHIPPO_API_URL'], /https:\/\//],
  [
    'an unknown fallback for rates',
    { SHIPPO_API_TOKEN: 'hidden-word', SHIPPING_FALLBACK: 'guess' },
    ['SHIPPING_FALLBACK'],
    /none, table/,
  ],
  [
    'a mail server that is no address',
    { SMTP_URL: 'hidden-word', MAIL_FROM: 'a@b.example', OWNER_EMAIL: 'a@b.example' },
    ['SMTP_URL'],
    /smtp:\/\//,
  ],
  [
    'a mail server without sender',
    { SMTP_URL: 'smtp://u:hidden-word@h', OWNER_EMAIL: 'a@b.example' },
    ['MAIL_FROM'],
    /address/,
  ],
  ['an owner without mail server', { OWNER_EMAIL: 'a@b.example' }, ['OWNER_EMAIL', 'SMTP_URL', 'MAIL_FROM'], /take it/],
  ['a sender without mail server', { MAIL_FROM: 'a@b.example' }, ['MAIL_FROM', 'SMTP_URL'], /take it/],
  [
    'two mailboxes for the owner',
    { SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b.example', OWNER_EMAIL: 'a@b.example, c@d.example' },
    ['OWNER_EMAIL'],
    /one e-mail address/,
  ],
  [
    'a sender that is no mailbox',
    { SMTP_URL: 'smtp://h', MAIL_FROM: 'Shop <nobody>', OWNER_EMAIL: 'a@b.example' },
    ['MAIL_FROM'],
    /one e-mail address/,
  ],
  ['a language of another country', { OWNER_LANGUAGE: 'fr' }, ['OWNER_LANGUAGE'], /en, es/],
  [
    'a password and a hash',
    { ADMIN_PASSWORD: 'hidden-word', ADMIN_PASSWORD_HASH: 'hidden-word' },
    ['ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH'],
    /one of them/,
  ],
  ['a hash that is none', { ADMIN_PASSWORD_HASH: 'hidden-word' }, ['ADMIN_PASSWORD_HASH'], /npm run admin:password/],
  ['a blank password', { ADMIN_PASSWORD: '   ' }, ['ADMIN_PASSWORD'], /Choose another/],
  ['a password beyond all measure', { ADMIN_PASSWORD: 'x'.repeat(1025) }, ['ADMIN_PASSWORD'], /Choose another/],
  ['a limit of nothing', { LIMIT_INQUIRIES: '0' }, ['LIMIT_INQUIRIES'], /whole number/],
  ['a sweep that never comes', { SWEEP_SECONDS: '1e9' }, ['SWEEP_SECONDS'], /whole number/],
  ['backups without a number to keep', { BACKUP_DIR: '/b', BACKUP_KEEP: '0' }, ['BACKUP_KEEP'], /from 1 to 10000/],
  ['a number of backups and no folder', { BACKUP_KEEP: '7' }, ['BACKUP_KEEP', 'BACKUP_DIR'], /Set the folder/],
  ['an hour of backups and no folder', { BACKUP_HOUR: '7' }, ['BACKUP_HOUR', 'BACKUP_DIR'], /Set the folder/],
  ['a key of another length', { SETTINGS_KEY: 'aGlkZGVuLXdvcmQ=' }, ['SETTINGS_KEY'], /openssl rand -base64 32/],
];

test.each(FAULTS)('%s is named with its fix, and no secret with it', (_what, env, names, fix) => {
  const found = faults(env);
  expect(found).toHaveLength(1);
  for (const name of names) expect(found[0]).toContain(name);
  expect(found[0]).toMatch(fix);
  expect(found[0]).not.toContain('hidden-word');
  expect(found[0]).not.toMatch(/[ab]{24}/);
});

test('a mail server and a sender are enough: mails to the owner go to the published address', () => {
  expect(faults({ SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b.example' })).toEqual([]);
});

test('reports all errors at once', () => {
  const env = { PORT: 'http', LOG_LEVEL: 'loud', PUBLIC_URL: 'x', DATABASE_URL: 'y', TAX_PROVIDER: 'stripe' };
  expect(faults(env)).toHaveLength(5);
});

test.each([
  ['live secret, test publishable', LIVE_SECRET, PUBLISHABLE],
  ['test secret, live publishable', SECRET, LIVE_PUBLISHABLE],
  ['the two keys swapped', PUBLISHABLE, SECRET],
  ['the secret key twice', SECRET, SECRET],
])('P25: %s does not start', (_mix, secret, publishable) => {
  const found = faults({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable });
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toMatch(/[abcd]{24}/);
});

test('P25: two keys of the same mode are accepted, also in production', () => {
  const live = { STRIPE_SECRET_KEY: LIVE_SECRET, STRIPE_PUBLISHABLE_KEY: LIVE_PUBLISHABLE };
  expect(faults({ ...live, NODE_ENV: 'production' })).toEqual([]);
  expect(faults(STRIPE)).toEqual([]);
});

const PRODUCTION = { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' };
const LIVE = { NODE_ENV: 'production', STRIPE_SECRET_KEY: LIVE_SECRET, STRIPE_PUBLISHABLE_KEY: LIVE_PUBLISHABLE };
test.each<[what: string, env: Record<string, string>, names: string[]]>([
  ['an address without TLS', { ...PRODUCTION, PUBLIC_URL: 'http://www.shop.example' }, ['PUBLIC_URL', 'https']],
  ['live keys to a plain address', { ...LIVE, STRIPE_API_URL: 'http://stripe.example' }, ['STRIPE_API_URL']],
  ['a password of 11 characters', { ...PRODUCTION, ADMIN_PASSWORD: 'hidden-word' }, ['ADMIN_PASSWORD', '12']],
  ['a password that leaked', { ...PRODUCTION, ADMIN_PASSWORD: 'unbelievable' }, ['ADMIN_PASSWORD', 'guessed']],
  [
    'a database across a network',
    { ...PRODUCTION, DATABASE_URL: 'postgres://u:hidden-word@db/shop' },
    ['DATABASE_TLS'],
  ],
  [
    'a database across a network with TLS switched off in its address alone',
    { ...PRODUCTION, DATABASE_URL: 'postgres://u@db/shop?sslmode=disable' },
    ['DATABASE_TLS', 'sslmode'],
  ],
])('production refuses %s in one line, without a secret', (_what, env, names) => {
  const found = faults(env);
  expect(found).toHaveLength(1);
  for (const name of names) expect(found[0]).toContain(name);
  expect(found[0]).not.toMatch(/hidden-word|unbelievable|[cd]{24}|\n/);
  // The same before the launch, while the shop is not reachable from outside.
  const { NODE_ENV: _, ALLOW_SANDBOX_PAYMENTS: __, ...trial } = env;
  expect(faults(trial)).toEqual([]);
});

test.each<[what: string, env: Record<string, string>]>([
  ['http on this machine', { PUBLIC_URL: 'http://localhost:3000' }],
  ['http on this machine by number', { PUBLIC_URL: 'http://127.0.0.1:8080' }],
  ['a long phrase', { ADMIN_PASSWORD: 'guava and crackers' }],
  ['a database on this machine', { DATABASE_URL: 'postgres://u@127.0.0.1/shop' }],
  ['a database by its socket', { DATABASE_URL: 'postgres://u@db/shop?host=/var/run/postgresql' }],
  ['a database with TLS', { DATABASE_URL: 'postgres://u@db/shop?sslmode=verify-full' }],
  ['a database on a network of its own', { DATABASE_URL: 'postgres://u@db/shop', DATABASE_TLS: 'off' }],
])('production takes %s', (_what, env) => {
  expect(faults({ ...PRODUCTION, ...env })).toEqual([]);
});

test('production sells in the sandbox only when that is allowed; otherwise not before the admin has keys', () => {
  const closed = (env: Record<string, string>) => readConfig(env, brand).closed;
  expect(closed({ NODE_ENV: 'production' })).toBe('unset');
  expect(closed({ NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'false' })).toBe('unset');
  expect(closed({ NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' })).toBeNull();
  expect(closed({ NODE_ENV: 'production', ...STRIPE })).toBeNull();
  expect(closed({})).toBeNull();
});

describe('what the admin stores', () => {
  const stored = (values: Record<string, string>, unreadable: SettingsGroup[] = []) => ({ values, unreadable });

  test('holds where the environment says nothing, and a blank variable says nothing', () => {
    const mail = { SMTP_URL: 'smtp://mail.shop.example', MAIL_FROM: 'Shop <hola@shop.example>' };
    const { smtp, mailFrom } = readConfig({ SMTP_URL: ' ', PORT: '4000' }, brand, stored(mail));
    expect(smtp).toEqual({ url: mail.SMTP_URL });
    expect(mailFrom).toBe(mail.MAIL_FROM);
    const here = { ...mail, SMTP_URL: 'smtp://other.shop.example' };
    expect(readConfig(here, brand, stored(mail)).smtp).toEqual({ url: here.SMTP_URL });
  });

  test('contradictions with the environment name what is stored', () => {
    const env = { STRIPE_SECRET_KEY: LIVE_SECRET };
    const read = () => readConfig(env, brand, stored({ STRIPE_PUBLISHABLE_KEY: PUBLISHABLE }));
    expect(read).toThrow(/STRIPE_SECRET_KEY is a live key(?:.|\n)*The admin has stored STRIPE_PUBLISHABLE_KEY/);
  });

  test.each<SettingsGroup>(['payment', 'tax', 'shipping'])('without the key of %s nothing is sold', (group) => {
    expect(readConfig({}, brand, stored({}, [group]))).toMatchObject({ closed: 'unreadable', unreadable: [group] });
  });

  test.each<[SettingsGroup, Record<string, string>]>([
    ['payment', { TAX_PROVIDER: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }],
    ['mail', { MAIL_FROM: 'hola@shop.example', OWNER_EMAIL: 'owner@shop.example' }],
    ['backup', { BACKUP_KEEP: '3' }],
  ])('the shop starts although the environment needs the stored settings of %s', (group, env) => {
    expect(faults(env)).not.toEqual([]);
    expect(readConfig(env, brand, stored({}, [group])).unreadable).toEqual([group]);
  });
});

test('METRICS_TOKEN protects /metrics, and a token that is easy to guess is refused', () => {
  expect(readConfig({}, brand).metricsPublic).toBe(true);
  expect(readConfig({ METRICS_TOKEN: 'long-enough-to-be-one' }, brand).metricsPublic).toBe(false);
  for (const METRICS_TOKEN of ['short', 'with blanks in it, so no header']) {
    expect(faults({ METRICS_TOKEN })).toEqual([expect.stringContaining('METRICS_TOKEN')]);
    expect(faults({ METRICS_TOKEN }).join('')).not.toContain(METRICS_TOKEN);
  }
});

test('P26: two webhook secrets are accepted at the same time', () => {
  const { stripe } = readConfig({ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_old12345, whsec_new12345' }, brand);
  expect(stripe?.webhookSecrets).toEqual(['whsec_old12345', 'whsec_new12345']);
});

test('a setting of an earlier version is reported, and has no effect', () => {
  const { removed, ...config } = readConfig({ QUOTE_MINUTES: '5', METRICS_PUBLIC: ' ' }, brand);
  expect(removed).toEqual(['QUOTE_MINUTES']);
  expect({ ...config, removed: [] }).toEqual(readConfig({}, brand));
});

test('.env.example documents every variable that is read, and no other', () => {
  const read = new Set<string>();
  const watched = (env: Record<string, string>) =>
    new Proxy(env, {
      get: (target, name) => {
        if (typeof name === 'string') read.add(name);
        return Reflect.get(target, name);
      },
    });
  const sets: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { ...STRIPE, SHIPPO_API_TOKEN: 'shippo_test_x', SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b.co', OWNER_EMAIL: 'a@b.co' },
  ];
  for (const env of sets) faultsOf(() => readConfig(watched(env), brand));
  const text = readFileSync('.env.example', 'utf8');
  const documented = [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
  const settings = [...read].filter(
    (name) => ![...Object.keys(RENAMED), ...REMOVED, ...INTERNAL_SETTINGS].includes(name),
  );
  expect(documented.toSorted()).toEqual(settings.toSorted());
});

test('nothing else on the server reads the environment', async () => {
  const files = await readdir('server', { recursive: true });
  const readers: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const lines = (await readFile(join('server', file), 'utf8')).split('\n');
    readers.push(...lines.filter((line) => /process\.env\b/.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  expect(readers).toEqual(['main.ts: const env = { ...process.env };']);
});

test('a start reads .env of its working folder; variables of the environment win', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-env-'));
  writeFileSync(join(folder, '.env'), 'PORT=http\nLOG_LEVEL=info\n');
  const { status, stderr } = spawnSync(process.execPath, [resolve('server/main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'loud' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain('PORT is "http"');
  expect(stderr).toContain('LOG_LEVEL is "loud"');
});

function faultsOf(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}
