import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setupTexts } from '#brand/texts/tables.ts';
import { setAdminPassword } from '#server/features/admin/credentials.ts';
import { backupName } from '#server/features/backup/files.ts';
import { changeStock, listProducts } from '#server/features/catalogue/service.ts';
import { emails } from '#server/features/emails/schema.ts';
import { FACTS_ID } from '#server/features/facts/kinds.ts';
import { factsEditor } from '#server/features/facts/service.ts';
import { LOOK_ID } from '#server/features/look/kinds.ts';
import { lookEditor } from '#server/features/look/service.ts';
import { taxRecords } from '#server/features/tax/schema.ts';
import { createTaxRegistration } from '#server/features/tax/service.ts';
import { brandFacts } from '#shared/content/shop-facts.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { brandLook } from '#shared/look/look.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { paidSandbox, startedCheckout } from '#test/makers.ts';
import { freePort } from '#test/postgres.ts';
import { startSmtp } from '#test/smtp.ts';
import { CERTIFICATE_ENDS, loopbackAgent, startHttps } from '#test/stand-ins/https.ts';
import { ShippoStandIn } from '#test/stand-ins/shippo.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { lastEvent, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';
import { checkAddress } from './address-checks.ts';
import type { CheckId, CheckResult, DiagnosticsDeps } from './check-result.ts';
import { CHECK_MS, runChecks } from './checks.ts';
import { newerTablesWarning } from './newer-tables.ts';
import { diagnosticsDepsOf } from './routes.ts';

let cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  cleanUps = [];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function aShop(env: Record<string, string> = {}): Promise<TestApp> {
  const shop = await startTestApp({ env });
  cleanUps.push(() => shop.close());
  return shop;
}

async function aStripe(): Promise<StripeStandIn> {
  const stripe = await StripeStandIn.start();
  cleanUps.push(() => stripe.close());
  return stripe;
}

/** The result of one check, as state and code. */
async function find(shop: TestApp, check: CheckId, changes: Partial<DiagnosticsDeps> = {}): Promise<string | null> {
  const deps = { ...diagnosticsDepsOf(shop.deps), resolveTxt: async () => [], ...changes };
  const found = (await runChecks(deps)).find((result) => result.check === check);
  return found ? `${found.state} ${found.code}` : null;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-setup-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a fresh shop has warnings and no fault', async () => {
  const shop = await aShop();
  const results = await runChecks(diagnosticsDepsOf(shop.deps));
  expect(results.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(results.filter(({ state }) => state === 'warning').map(({ code }) => code)).toEqual([
    'backups_off',
    'address_unset',
    'payment_sandbox',
    'mail_none',
    'brand_sample',
    'look_sample',
    'policies_sample',
  ]);
});

test('brand: the sample’s mailbox and number until the owner has published her own', async () => {
  const shop = await aShop();
  const mine = { ...brandFacts, phone: '305-643-2198', email: 'hola@miguayaba.com' };
  await factsEditor.save(shop.deps, FACTS_ID, { ...mine, version: 0 });
  expect(await find(shop, 'brand')).toBe('warning brand_sample');
  const { version } = await factsEditor.read(shop.deps, FACTS_ID);
  await factsEditor.save(shop.deps, FACTS_ID, { ...mine, phone: brandFacts.phone, version, publish: true });
  expect(await find(shop, 'brand')).toBe('warning brand_sample');
  const later = await factsEditor.read(shop.deps, FACTS_ID);
  await factsEditor.save(shop.deps, FACTS_ID, { ...mine, version: later.version, publish: true });
  expect(await find(shop, 'brand')).toBe('ok brand_ok');
});

test('look: the sample’s name and logo until the owner has published her own', async () => {
  const shop = await aShop();
  await lookEditor.save(shop.deps, LOOK_ID, { ...brandLook, name: 'Mi guayaba', version: 0 });
  expect(await find(shop, 'look')).toBe('warning look_sample');
  const { version } = await lookEditor.read(shop.deps, LOOK_ID);
  await lookEditor.save(shop.deps, LOOK_ID, { ...brandLook, name: 'Mi guayaba', version, publish: true });
  expect(await find(shop, 'look')).toBe('ok look_ok');
});

test('products: a published one must be in stock', async () => {
  const shop = await aShop();
  expect(await find(shop, 'products')).toBe('ok products_ok');
  const products = await listProducts(shop.deps);
  for (const { id } of products) await changeStock(shop.deps, id, { onHand: 0 });
  expect(await find(shop, 'products')).toBe('warning products_none');
  await changeStock(shop.deps, products[0]?.id ?? '', { onHand: 5 });
  expect(await find(shop, 'products')).toBe('ok products_ok');
});

test('with the embedded database, the owner is told what a power cut may lose, with and without backups', () => {
  for (const code of ['database_embedded', 'database_at_risk'] as const) {
    expect([setupTexts.en[code], setupTexts.es[code]]).toEqual([
      expect.stringContaining('power cut'),
      expect.stringContaining('apagón'),
    ]);
  }
});

test('database: up to date, older, newer, incomplete, and at risk in production without backups', async () => {
  const shop = await aShop();
  const isEmbedded = shop.deps.connection.engine === 'pglite';
  expect(await find(shop, 'database')).toBe(isEmbedded ? 'ok database_embedded' : 'ok database_postgres');
  const production = { config: { ...shop.config, production: true } };
  expect(await find(shop, 'database', production)).toBe(
    isEmbedded ? 'warning database_at_risk' : 'ok database_postgres',
  );
  const backedUp = { config: { ...shop.config, production: true, backup: { folder: '/backups', keep: 14, hour: 3 } } };
  expect(await find(shop, 'database', backedUp)).toBe(isEmbedded ? 'ok database_embedded' : 'ok database_postgres');
  expect(await newerTablesWarning(shop.deps)).toBeNull();
  await shop.deps.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  expect(await find(shop, 'database')).toBe('fault database_newer');
  const warnings = await Promise.all(
    LANGUAGES.map((ownerLanguage) => newerTablesWarning({ ...shop.deps, config: { ownerLanguage } })),
  );
  expect(new Set(warnings).size).toBe(LANGUAGES.length);
  for (const warning of warnings) expect(warning).toMatch(/^\S.*\. .*\. \(docs\/updating\.md\)$/);
  await shop.deps.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 2`);
  expect(await find(shop, 'database')).toBe('warning database_older');
  expect(await newerTablesWarning(shop.deps)).toBeNull();
  await shop.deps.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  await shop.deps.db.execute(sql`drop index refunds_press`);
  expect(await find(shop, 'database')).toBe('fault database_incomplete');
  await shop.deps.db.execute(sql`drop schema drizzle cascade`);
  expect(await find(shop, 'database')).toBe('warning database_none');
});

test('payment: sandbox, test and live keys, a refused key, missing permissions, silence, a Stripe error', async () => {
  expect(await find(await aShop(), 'payment')).toBe('warning payment_sandbox');
  const stripe = await aStripe();
  const shop = await aShop(stripe.env());
  expect(await find(shop, 'payment')).toBe('warning payment_test');
  stripe.answerNext({ method: 'GET', path: /events/, status: 403, body: { error: { type: 'invalid_request_error' } } });
  expect(await find(shop, 'payment')).toBe('fault payment_forbidden');
  stripe.answerNext({ method: 'GET', path: /events/, status: 500, body: { error: { type: 'api_error' } } });
  expect(await find(shop, 'payment')).toBe('fault payment_failed');
  stripe.keys.secretKey = 'sk_live_standin0000000001';
  expect(await find(shop, 'payment')).toBe('fault payment_refused');
  stripe.keys.publishableKey = 'pk_live_standin0000000001';
  expect(await find(await aShop(stripe.env()), 'payment')).toBe('ok payment_live');
  await stripe.close();
  expect(await find(shop, 'payment')).toBe('fault payment_unreachable');
  // One call per run, and no write.
  expect(new Set(stripe.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(['GET /v1/events']));
});

test('tax: none, own rates, Stripe Tax active and pending, missing permissions, records to check', async () => {
  const plain = await aShop();
  expect(await find(plain, 'tax')).toBe('ok tax_none');
  await createTaxRegistration(plain.deps, { state: 'NY', rate: '4' });
  expect(await find(plain, 'tax')).toBe('ok tax_table');
  const stripe = await aStripe();
  const shop = await aShop({ ...stripe.env(), TAX_PROVIDER: 'stripe' });
  expect(await find(shop, 'tax')).toBe('ok tax_active');
  stripe.tax.status = 'pending';
  expect(await find(shop, 'tax')).toBe('fault tax_pending');
  stripe.tax.status = 'active';
  stripe.answerNext({ method: 'GET', path: /tax/, status: 403, body: { error: { type: 'invalid_request_error' } } });
  expect(await find(shop, 'tax')).toBe('fault tax_refused');
  const record = { kind: 'sale', provider: 'stripe', amountCents: 100, nextCheckAt: new Date() } as const;
  const [orderId, otherId] = [crypto.randomUUID(), crypto.randomUUID()];
  await shop.deps.db.insert(taxRecords).values({ ...record, orderId, reference: orderId });
  expect(await find(shop, 'tax')).toBe('ok tax_active');
  shop.clock.advance(61 * 60_000);
  expect(await find(shop, 'tax')).toBe('warning tax_waiting');
  await shop.deps.db.insert(taxRecords).values({ ...record, orderId: otherId, reference: otherId, state: 'look' });
  expect(await find(shop, 'tax')).toBe('warning tax_look');
  // No request creates anything.
  expect(new Set(stripe.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  await stripe.close();
  expect(await find(shop, 'tax')).toBe('fault tax_unreachable');
});

test('a silent Stripe delays no other check, and all end within their limit', async () => {
  const stripe = await aStripe();
  stripe.latencyMs = 120_000;
  const shop = await aShop(stripe.env());
  const before = performance.now();
  const results = await runChecks(diagnosticsDepsOf(shop.deps));
  expect(performance.now() - before).toBeLessThan(60_000);
  expect(CHECK_MS).toBeLessThan(7_000);
  const of = (check: CheckId) => results.find((result) => result.check === check)?.code;
  expect(of('payment')).toBe('payment_unreachable');
  expect(of('database')).toMatch(/^database_(embedded|postgres)$/);
});

test('webhook: no secret, never called, called, and a payment that Stripe reported in vain', async () => {
  const shop: StripeShop = await startStripeShop();
  cleanUps.push(() => shop.close());
  const deaf = await aShop({ ...shop.stripe.env(), STRIPE_WEBHOOK_SECRET: '' });
  expect(await find(deaf, 'webhook')).toBe('warning webhook_none');
  expect(await find(await aShop(), 'webhook')).toBe(null);

  expect(await find(shop, 'webhook')).toBe('warning webhook_never');
  const { paymentId } = await startedCheckout(shop);
  shop.stripe.confirm(paymentId);
  expect(await find(shop, 'webhook')).toBe('warning webhook_never');
  shop.clock.advance(11 * 60_000);
  expect(await find(shop, 'webhook')).toBe('fault webhook_missed');
  expect((await webhook(shop, lastEvent(shop, paymentId), { secret: 'whsec_somebody_elses' })).statusCode).toBe(400);
  expect(await find(shop, 'webhook')).toBe('fault webhook_missed');
  expect((await webhook(shop, lastEvent(shop, paymentId))).statusCode).toBe(200);
  expect(await find(shop, 'webhook')).toBe('ok webhook_ok');
});

test('shipping: the table, test and live tokens, a refused token, silence, errors, milder with the table', async () => {
  const near = await aShop();
  expect(await find(near, 'shipping')).toBe('ok shipping_table');
  const tampa = { street: '1 Bayshore Blvd', city: 'Tampa', state: 'FL' as const, zipCode: '33606' };
  await factsEditor.save(near.deps, FACTS_ID, { ...brandFacts, shipsFrom: tampa, version: 0, publish: true });
  expect(await find(near, 'shipping')).toBe('warning shipping_zones');
  const shippo = await ShippoStandIn.start();
  cleanUps.push(() => shippo.close());
  const shop = await aShop(shippo.env());
  expect(await find(shop, 'shipping')).toBe('warning shipping_test');
  shippo.script.push({ status: 500 });
  expect(await find(shop, 'shipping')).toBe('fault shipping_failed');
  const wrong = await aShop({ ...shippo.env(), SHIPPO_API_TOKEN: 'shippo_test_wrong' });
  expect(await find(wrong, 'shipping')).toBe('fault shipping_refused');
  const backed = await aShop({ ...shippo.env(), SHIPPO_API_TOKEN: 'shippo_test_wrong', SHIPPING_FALLBACK: 'table' });
  expect(await find(backed, 'shipping')).toBe('warning shipping_refused');
  shippo.token = 'shippo_live_standin00001';
  expect(await find(await aShop(shippo.env()), 'shipping')).toBe('ok shipping_live');
  // No request costs or creates anything.
  expect(shippo.requests).toEqual([]);
  await shippo.close();
  expect(await find(shop, 'shipping')).toBe('fault shipping_unreachable');
});

test('mail: none, sample addresses, a valid login, a refused one, no encryption, no server', async () => {
  const mailEnv = (url: string, host = 'shop.com') => ({
    SMTP_URL: url,
    MAIL_FROM: `a@${host}`,
    OWNER_EMAIL: `b@${host}`,
  });
  expect(await find(await aShop(), 'mail')).toBe('warning mail_none');
  const open = await startSmtp();
  cleanUps.push(() => open.close());
  expect(await find(await aShop(mailEnv(open.url)), 'mail')).toBe('ok mail_ok');
  expect(await find(await aShop(mailEnv(open.url, 'shop.example')), 'mail')).toBe('warning mail_sample');
  expect(open.received).toEqual([]);
  // A mail server that requires a login, with or without TLS.
  const strict = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, answer) =>
      username === 'owner' && password === 'right' ? answer(null, { user: 'owner' }) : answer(new Error('No')),
  });
  strict.on('error', () => {});
  await new Promise<void>((done) => strict.listen(0, '127.0.0.1', done));
  cleanUps.push(() => new Promise<void>((done) => strict.close(() => done())));
  const { port } = strict.server.address() as AddressInfo;
  expect(await find(await aShop(mailEnv(`smtp://owner:right@127.0.0.1:${port}`)), 'mail')).toBe('ok mail_ok');
  expect(await find(await aShop(mailEnv(`smtp://owner:wrong@127.0.0.1:${port}`)), 'mail')).toBe('fault mail_refused');
  const demanding = `smtp://owner:right@127.0.0.1:${port}?requireTLS=true`;
  expect(await find(await aShop(mailEnv(demanding)), 'mail')).toBe('fault mail_insecure');
  const nobody = await aShop(mailEnv(`smtp://127.0.0.1:${await freePort()}`));
  expect(await find(nobody, 'mail')).toBe('fault mail_unreachable');
});

test('sender: SPF, DKIM with selector and DMARC, also of a parent domain; two SPF records, a revoked key', async () => {
  const dns = new Map<string, string[][] | string>();
  const resolveTxt = async (name: string) => {
    const answer = dns.get(name) ?? 'ENOTFOUND';
    if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer });
    return answer;
  };
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Shop <hola@mail.guayaba.com>' };
  const shop = await aShop(env);
  const signing = { ...shop.config, dkimSelector: 'google' };
  const look = async (config = shop.config) => {
    const results = await runChecks({ ...diagnosticsDepsOf(shop.deps), config, resolveTxt });
    const { state, code, values } = results.find(({ check }) => check === 'sender') ?? {};
    return [state, code, values?.missing].filter(Boolean).join(' ');
  };
  expect(await find(await aShop(), 'sender', { resolveTxt })).toBeNull();
  expect(await find(await aShop({ ...env, MAIL_FROM: 'a@shop.example' }), 'sender', { resolveTxt })).toBeNull();
  expect(await look()).toBe('warning sender_missing SPF, DMARC');
  expect(await look(signing)).toBe('warning sender_missing SPF, DKIM, DMARC');
  dns.set('mail.guayaba.com', [['google-site-verification=x'], ['v=spf1 include:_spf.', 'mail.example ~all']]);
  dns.set('_dmarc.guayaba.com', [['v=DMARC1; p=none']]);
  expect(await look()).toBe('ok sender_ok_without_dkim');
  dns.set('google._domainkey.mail.guayaba.com', [['v=DKIM1; k=rsa; p=']]);
  expect(await look(signing)).toBe('warning sender_missing DKIM');
  dns.set('google._domainkey.mail.guayaba.com', [['v=DKIM1; k=rsa; p=MIGf', 'MA0']]);
  expect(await look(signing)).toBe('ok sender_ok');
  dns.set('mail.guayaba.com', [['v=spf1 -all'], ['v=spf1 ~all']]);
  expect(await look(signing)).toBe('warning sender_spf_twice');
  dns.set('mail.guayaba.com', [['v=spf10 -all']]);
  expect(await look(signing)).toBe('warning sender_missing SPF');
  dns.set('mail.guayaba.com', 'ETIMEOUT');
  expect(await look(signing)).toBe('warning sender_unread');
});

test('outbox: in order, waiting too long, given up', async () => {
  expect(await find(await aShop(), 'outbox')).toBe(null);
  const smtp = await startSmtp();
  cleanUps.push(() => smtp.close());
  const shop = await aShop({ SMTP_URL: smtp.url, MAIL_FROM: 'a@shop.com', OWNER_EMAIL: 'b@shop.com' });
  const { paymentId } = await paidSandbox(shop);
  await shop.app.inject({ method: 'POST', url: '/api/confirm-order', payload: { paymentIntentId: paymentId } });
  expect(await find(shop, 'outbox')).toBe('ok outbox_ok');
  shop.clock.advance(16 * 60_000);
  expect(await find(shop, 'outbox')).toBe('warning outbox_waiting');
  await shop.deps.db.update(emails).set({ status: 'failed' });
  expect(await find(shop, 'outbox')).toBe('warning outbox_failed');
});

test('address: local only, unencrypted, answering, another site, redirect, bad or expiring certificate', async () => {
  const shop = await aShop();
  let answer: Parameters<typeof startHttps>[0] = () => ({});
  const site = await startHttps(() => answer());
  cleanUps.push(() => site.close());
  const look = async (publicUrl: string, agent = loopbackAgent()) => {
    const { state, code } = await checkAddress(
      { ...diagnosticsDepsOf(shop.deps), config: { ...shop.config, publicUrl } },
      agent,
    );
    return `${state} ${code}`;
  };
  expect(await look('http://localhost:3000')).toBe('warning address_unset');
  expect(await look('http://shop.test')).toBe('fault address_plain');
  answer = () => ({ body: `User-agent: *\nSitemap: ${site.url}/sitemap.xml\n` });
  expect(await look(site.url)).toBe('ok address_ok');
  answer = () => ({ body: 'User-agent: *\nSitemap: https://another.test/sitemap.xml\n' });
  expect(await look(site.url)).toBe('fault address_other');
  answer = () => ({ status: 404, body: `Sitemap: ${site.url}/sitemap.xml` });
  expect(await look(site.url)).toBe('fault address_other');
  answer = () => ({ status: 301, location: 'https://www.shop.test/robots.txt' });
  expect(await look(site.url)).toBe('warning address_redirect');
  answer = () => ({ body: `Sitemap: ${site.url}/sitemap.xml` });
  expect(await look(site.url, loopbackAgent({ isTrusting: false }))).toBe('fault address_certificate');
  expect(await look(site.url.replace('shop.test', 'other.test'))).toBe('fault address_certificate');
  shop.clock.advance(CERTIFICATE_ENDS.getTime() - Date.now() - 13 * 86_400_000);
  expect(await look(site.url)).toBe('warning address_certificate_ends');
  await site.close();
  expect(await look(site.url)).toBe('warning address_unreachable');
});

test('proxy and mode: known, unknown, trusted from anywhere; production, and a public shop without it', async () => {
  const shop = await aShop();
  expect([await find(shop, 'proxy'), await find(shop, 'mode')]).toEqual([null, null]);
  const at = (changes: Partial<TestApp['config']>) => ({
    config: { ...shop.config, publicUrl: 'https://127.0.0.2:1', ...changes },
  });
  expect(await find(shop, 'proxy', at({}))).toBe('warning proxy_unknown');
  expect(await find(shop, 'proxy', at({ trustProxy: 'loopback' }))).toBe('ok proxy_ok');
  expect(await find(shop, 'proxy', at({ trustProxy: true }))).toBe('ok proxy_ok');
  expect(await find(shop, 'proxy', at({ trustProxy: true, host: '0.0.0.0' }))).toBe('warning proxy_trusts_all');
  expect(await find(shop, 'mode', at({}))).toBe('warning mode_development');
  expect(await find(shop, 'mode', at({ production: true }))).toBe('ok mode_production');
});

test('password: long, short, guessable, a hash, the one of the first start, one set since', async () => {
  const shop = await aShop({ ADMIN_PASSWORD: TEST_PASSWORD });
  const given = (password: string) => ({
    config: { ...shop.config, admin: { password, passwordHash: undefined } },
  });
  expect(await find(shop, 'password')).toBe('ok password_ok');
  expect(await find(shop, 'password', given('tenletters'))).toBe('warning password_short');
  for (const weak of ['short', 'password123', 'contraseña1', 'aaaaaaaaaaaaaa', '12345678901234', 'Doña Guayaba']) {
    expect(await find(shop, 'password', given(weak)), weak).toBe('fault password_weak');
  }
  const hashed = { config: { ...shop.config, admin: { password: undefined, passwordHash: 'x' } } };
  expect(await find(shop, 'password', hashed)).toBe('ok password_hash');
  const fresh = await aShop({ ADMIN_PASSWORD: '' });
  expect(await find(fresh, 'password')).toBe('warning password_generated');
  await setAdminPassword(fresh.deps, 'a phrase of my own');
  expect(await find(fresh, 'password')).toBe('ok password_set');
});

test('clock: right, a little off, so far off that signatures are refused', async () => {
  const stripe = await aStripe();
  const shop = await aShop(stripe.env());
  expect(await find(shop, 'clock')).toBe('ok clock_ok');
  shop.clock.advance(100_000);
  expect(await find(shop, 'clock')).toBe('warning clock_off');
  shop.clock.advance(210_000);
  expect(await find(shop, 'clock')).toBe('fault clock_off');
  // Without Stripe, a database on another machine provides the time; an embedded one has the same clock.
  const plain = await aShop();
  plain.clock.advance(-400_000);
  expect(await find(plain, 'clock')).toBe(plain.database.url ? 'fault clock_off' : 'ok clock_alone');
});

test('disk: its room by the thresholds of a real folder, and one that is not there yet', async () => {
  const shop = await aShop();
  expect(await find(shop, 'disk')).toMatch(/^(ok disk_ok|warning disk_low|fault disk_full)$/);
  const later = { config: { ...shop.config, dataDir: join(aFolder(), 'not', 'yet') } };
  expect(await find(shop, 'disk', later)).toBe(await find(shop, 'disk'));
});

test('backups: none made, none yet, from last night, too old, and a folder that cannot be read', async () => {
  const shop = await aShop();
  expect(await find(shop, 'backups')).toBe('warning backups_off');
  const folder = aFolder();
  const into = (path: string) => ({ config: { ...shop.config, backup: { folder: path, keep: 14, hour: 3 } } });
  expect(await find(shop, 'backups', into(folder))).toBe('warning backups_empty');
  const write = (hours: number) => {
    const name = backupName(new Date(Date.now() - hours * 3_600_000));
    writeFileSync(join(folder, name), '');
    return join(folder, name);
  };
  write(50);
  expect(await find(shop, 'backups', into(folder))).toBe('warning backups_old');
  const newest = write(25);
  expect(await find(shop, 'backups', into(folder))).toBe('ok backups_ok');
  expect(await find(shop, 'backups', into(newest))).toBe('fault backups_unreadable');
  // A backup dated in the future proves nothing about last night.
  rmSync(newest);
  write(-9_999);
  expect(await find(shop, 'backups', into(folder))).toBe('warning backups_old');
  writeFileSync(join(folder, backupName(new Date(), true)), '');
  expect(await find(shop, 'backups', into(folder))).toBe('fault backups_shrunk');
});

test('a check that throws is reported as a result, and the others still run', async () => {
  const shop = await aShop();
  const broken = { isOpen: true, engine: 'postgres', db: null } as unknown as DiagnosticsDeps['database'];
  expect(await find(shop, 'database', { database: broken })).toBe('fault check_broken');
  expect(await find(shop, 'disk', { database: broken })).toMatch(/disk_/);
});

test('the page lists the worst first, in the language asked for, and only to the admin', async () => {
  const shop = await aShop({ ADMIN_PASSWORD: 'password123' });
  expect((await shop.app.inject('/api/admin/setup')).statusCode).toBe(401);
  const { cookie } = await signIn(shop, 'password123');
  const read = async (lang: string) =>
    (await shop.app.inject({ url: `/api/admin/setup?lang=${lang}`, headers: { cookie } })).json();
  const [en, es] = [await read('en'), await read('es')];
  expect(en.checks[0]).toMatchObject({ id: 'password', state: 'fault', title: 'Admin password' });
  expect(es.checks[0]).toMatchObject({ id: 'password', state: 'fault', title: 'Contraseña del panel' });
  const order = ['fault', 'warning', 'ok'];
  const states = en.checks.map(({ state }: CheckResult) => order.indexOf(state));
  expect(states).toEqual([...states].sort());
});

test('no check reveals a secret to the admin, whatever is wrong', async () => {
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const { port } = closed.address() as AddressInfo;
  await new Promise<void>((done) => closed.close(() => done()));
  const secrets = {
    STRIPE_SECRET_KEY: 'sk_test_secretofstripe',
    STRIPE_WEBHOOK_SECRET: 'whsec_secretofwebhook',
    SHIPPO_API_TOKEN: 'shippo_test_secretofshippo',
    SMTP_URL: `smtp://owner:secretofmail@127.0.0.1:${port}`,
    METRICS_TOKEN: 'secretofmetrics12345',
    ADMIN_PASSWORD: 'secretadmin',
  };
  const shop = await aShop({
    ...secrets,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_publicofstripe',
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
    SHIPPO_API_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM: 'a@shop.example',
    OWNER_EMAIL: 'b@shop.example',
  });
  const { cookie } = await signIn(shop, secrets.ADMIN_PASSWORD);
  const { body } = await shop.app.inject({ url: '/api/admin/setup', headers: { cookie } });
  expect(JSON.parse(body).checks.filter(({ state }: CheckResult) => state === 'fault').length).toBeGreaterThan(2);
  expect(body).not.toMatch(/secret(?:of|admin)/);
  expect(shop.logLines.join('')).not.toMatch(/secret(?:of|admin)/);
});
