import { randomUUID } from 'node:crypto';
import { eq, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import * as tables from '#server/tables.ts';
import type { JournalLine } from '#shared/admin/journal.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { signIn } from '#test/admin.ts';
import { TEST_PASSWORD } from '#test/app.ts';
import { aNewYorkAddress, anInquiry, confirm, NO_LIMITS, paidSandbox, post } from '#test/makers.ts';
import { aForm, aPng } from '#test/media.ts';
import { routesOf } from '#test/routes.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { writingDesk } from '#test/written-orders.ts';

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: 'owner@shop.example' };
const SETTINGS_KEY = Buffer.alloc(32, 'k').toString('base64');
const STRIPE_SECRET_KEY = `sk_test_${'s'.repeat(24)}`;
const shop = shopForAll({ env: { ...NO_LIMITS, ...MAIL, SETTINGS_KEY } });
const call = adminOf(shop);

/* ---- tables ---- */

/** Tables whose rows have no lines. */
const WITHOUT_LINES: Readonly<Record<string, string>> = {
  journal: 'itself',
  card_declines: 'shoppers',
  certificate_pieces: 'the bytes of a file, which the line of its account names',
  checkouts: 'shoppers; an erasure has a line',
  code_uses: 'shoppers; an erasure has a line',
  csp_reports: 'browsers',
  customers: 'triggers keep it, from the orders',
  label_pieces: 'the bytes of a label, which has a line',
  live_changes: 'a trace of each change for open dashboards, kept for an hour',
  look_pieces: 'the bytes of a logo; a publish of the look has a line',
  passkey_challenges: 'open for minutes',
  staff_devices: 'browsers that a person has signed in with; each sign-in has a line',
  login_failures: 'attempts to sign in, by address',
  media_pieces: 'the bytes of a picture, which has a line',
  order_day_parts: 'triggers keep it, from the orders',
  order_events: 'the history that an order shows; the rows that it tells of have lines',
  recall_orders: 'the orders that a recall has found; the recall has a line',
  rendered_pieces: 'pages made from content',
  rendered_sets: 'pages made from content',
  sandbox_payments: 'the stand-in of a payment provider',
  sandbox_refunds: 'the stand-in of a payment provider',
  shipping_quotes: 'shoppers',
  stock_holds: 'shoppers',
  stock_movements: 'the history that a stock shows, with reasons; the stock has a line',
  used_proofs: 'shoppers',
  visit_days: 'counted by the server',
};

test('every table has the trigger, or a reason to have none', async () => {
  const known = Object.values(tables).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : []));
  const written = await rowsOf<{ name: string }>(
    shop.deps.db,
    sql`select tgrelid::regclass::text as name from pg_trigger where tgname = 'write_journal'`,
  );
  const sorted = [...written.map(({ name }) => name), ...Object.keys(WITHOUT_LINES)].sort();
  expect(sorted).toEqual(known.sort());
});

test('no column of bytes or words of a search gets into a line', async () => {
  const [{ body = '' } = {}] = await rowsOf<{ body: string }>(
    shop.deps.db,
    sql`select prosrc as body from pg_proc where proname = 'write_journal'`,
  );
  const [, noise = ''] = /noise text\[\] := '\{(.*?)\}'/.exec(body) ?? [];
  const left = await rowsOf<{ name: string }>(
    shop.deps.db,
    sql`select a.attname as name from pg_attribute a join pg_trigger t on t.tgrelid = a.attrelid
      where t.tgname = 'write_journal' and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('bytea'::regtype, 'tsvector'::regtype)`,
  );
  expect(left.length).toBeGreaterThan(0);
  expect(left.map(({ name }) => name).filter((name) => !noise.split(',').includes(name))).toEqual([]);
});

/* ---- calls ---- */

/** Calls whose lines are elsewhere, or that change nothing. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'POST /api/admin/login': 'a line of its own',
  'POST /api/admin/logout': 'a line of its own',
  'POST /api/admin/password': 'journal.test.ts, in a shop that keeps the password itself',
  'POST /api/admin/password/by-link': 'journal.test.ts',
  'POST /api/admin/password/link': 'nobody known asks for it',
  'POST /api/admin/login/passkey': 'a line of its own',
  'POST /api/admin/login/passkey/challenge': 'nobody known asks for it',
  'POST /api/admin/login/recovery-code': 'a line of its own',
  'POST /api/admin/passkeys': 'a browser has to answer; the table has the trigger',
  'POST /api/admin/look/logo': 'the bytes of a logo, until a look is saved with it',
  'POST /api/admin/passkeys/challenge': 'a question for the browser',
  'POST /api/admin/passkeys/new/challenge': 'a question for the browser',
  'POST /api/admin/staff/invitation': 'reads',
  'POST /api/admin/staff/invitation/accept': 'a line of its own: the sign-in',
  'POST /api/admin/people/find': 'reads',
  'POST /api/admin/people/export': 'a line of its own',
  'POST /api/admin/email-templates/preview': 'reads',
  'POST /api/admin/orders/:id/items/preview': 'reads',
  'POST /api/admin/recalls/preview': 'reads',
  'POST /api/admin/orders/:id/labels/offers': 'reads',
  'POST /api/admin/orders/:id/shipping-price': 'reads',
  'POST /api/admin/written-orders/preview': 'reads',
  'POST /api/admin/backups/trial': 'reads the newest backup',
  'POST /api/admin/settings/:group/try': 'asks the service outside; the table has the trigger',
};

const db = () => shop.deps.db;
type Versioned = { id: string; version: number };
const get = async <T>(url: string) => (await call('GET', url)).json<T>();
const versionAt = async (url: string) => (await get<Versioned>(url)).version;
const versionIn = async (list: string, id: string) =>
  (await get<Versioned[]>(list)).find((row) => row.id === id)?.version ?? 0;
const idOf = (answer: LightMyRequestResponse) => answer.json<{ id: string }>().id;
const versioned = async (list: string, id: string) => `${list}/${id}?version=${await versionIn(list, id)}`;

/** A paid order. @returns its id */
async function anOrderOf(address = aNewYorkAddress()): Promise<string> {
  const { paymentId } = await paidSandbox(shop, { address, attempt: randomUUID() });
  await confirm(shop, paymentId);
  const { orders } = tables;
  const [row] = await db().select({ id: orders.id }).from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  return row?.id ?? '';
}

const both = (text: string) => forEachLanguage(() => text);
const STORE = { name: 'La Esquina', address: '900 W 49th St', storeType: 'grocery', latitude: 25, longitude: -80 };
const TEMPLATE = { templateKey: 'order_confirmation', language: 'en', subject: 'Hello', body: 'Hello' };
const A = '/api/admin';

/** Each step makes the calls; the ids of their things are found or made before. */
const steps: Record<string, () => Promise<unknown>> = {
  codes: async () => {
    const id = idOf(await call('POST', `${A}/codes`, { code: 'GUAVA10', kind: 'percent', value: 10 }));
    await call('PATCH', `${A}/codes/${id}`, { value: 20, version: await versionAt(`${A}/codes/${id}`) });
    await call('DELETE', await versioned(`${A}/codes`, id));
  },
  products: async () => {
    const id = idOf(await call('POST', `${A}/products`, { name: { en: 'Mango', es: 'Mango' } }));
    await call('PATCH', `${A}/products/${id}`, { priceCents: 900, version: await versionIn(`${A}/products`, id) });
    await call('PATCH', `${A}/products/box20double/stock`, { onHand: 1_000, reason: 'counted' });
    const ids = (await get<Versioned[]>(`${A}/products`)).map((row) => row.id);
    await call('PUT', `${A}/products/order`, { ids: ids.reverse(), publish: true });
    await call('DELETE', await versioned(`${A}/products`, id));
    const version = await versionIn(`${A}/products`, 'box20double');
    await call('PATCH', `${A}/products/box20double`, { priceCents: 1234, version });
    await call('POST', `${A}/publish`, { items: [{ kind: 'product', id: 'box20double' }] });
    const [revision] = (await get<{ revisions: { id: number }[] } | { id: number }[]>(`${A}/revisions`)) as {
      id: number;
    }[];
    await call('POST', `${A}/revisions/${revision?.id}/restore`);
    await call('PATCH', `${A}/products/box20double`, {
      priceCents: 1235,
      version: await versionIn(`${A}/products`, 'box20double'),
    });
    await call('DELETE', `${A}/drafts/product/box20double?version=${await versionIn(`${A}/products`, 'box20double')}`);
  },
  site: async () => {
    const put = async (path: string, change: (present: Record<string, unknown>) => object) => {
      const { version, ...present } = await get<Record<string, unknown>>(`${A}${path}`);
      await call('PUT', `${A}${path}`, { ...change(present), version });
      await call('DELETE', `${A}${path}?version=${await versionAt(`${A}${path}`)}`);
    };
    await put('/facts', ({ origin: _, changed: __, published: ___, ...facts }) => ({
      ...facts,
      phone: '+1 305-555-0199',
    }));
    await put('/faq', ({ questions }) => ({ questions: (questions as unknown[]).slice(1) }));
    await put('/policies/terms', () => ({ summary: both(''), body: both('Our terms.') }));
    await put('/shipping-rules', (present) => ({ ...present, margin: { percent: 3, cents: 0 } }));
    const [text] = await get<{ key: string; version: number }[]>(`${A}/texts?q=home_heading`);
    await call('PUT', `${A}/texts/${text?.key}`, { en: 'Hello', es: 'Hola', version: text?.version });
    const [saved] = await get<{ key: string; version: number }[]>(`${A}/texts?q=home_heading`);
    await call('DELETE', `${A}/texts/${text?.key}?version=${saved?.version}`);
    const story = idOf(await call('POST', `${A}/stories`, { kind: 'news', title: { en: 'News', es: 'Noticias' } }));
    await call('PATCH', `${A}/stories/${story}`, {
      title: { en: 'More', es: 'Más' },
      version: await versionIn(`${A}/stories`, story),
    });
    await call('DELETE', await versioned(`${A}/stories`, story));
  },
  pictures: async () => {
    const form = aForm('plate.png', await aPng(40, 30));
    const id = idOf(await call('POST', `${A}/media`, form.payload, { 'content-type': form.type }));
    await call('PATCH', `${A}/media/${id}`, {
      alt: { en: 'A plate', es: 'Un plato' },
      version: await versionAt(`${A}/media/${id}`),
    });
    const [place] = await get<(Versioned & { picture: string })[]>(`${A}/places`);
    await call('PUT', `${A}/places/${place?.id}`, { picture: `media:${id}`, version: place?.version });
    await call('DELETE', await versioned(`${A}/places`, place?.id ?? ''));
    await call('DELETE', `${A}/media/${id}?version=${await versionAt(`${A}/media/${id}`)}`);
  },
  letters: async () => {
    const id = idOf(await call('POST', `${A}/email-templates`, TEMPLATE));
    await call('POST', `${A}/email-templates/test`, TEMPLATE);
    await call('DELETE', await versioned(`${A}/email-templates`, id));
  },
  stores: async () => {
    const id = idOf(await call('POST', `${A}/store-locations`, STORE));
    await call('PATCH', `${A}/store-locations/${id}`, { ...STORE, name: 'Otra' });
    await call('DELETE', `${A}/store-locations/${id}`);
  },
  taxes: async () => {
    const id = idOf(await call('POST', `${A}/taxes`, { state: 'TX', rate: '6.25' }));
    await call('PATCH', `${A}/taxes/${id}`, { rate: '7.00', version: await versionIn(`${A}/taxes`, id) });
    await call('DELETE', await versioned(`${A}/taxes`, id));
    const orderId = await anOrderOf();
    const [record] = await rowsOf<{ id: string }>(
      db(),
      sql`insert into tax_records (order_id, kind, reference, provider, amount_cents, state, failure, next_check_at)
        values (${orderId}::uuid, 'sale', ${orderId}::uuid, 'stripe', 1999, 'look', 'other_tax', now()) returning id`,
    );
    await call('POST', `${A}/tax-records/${record?.id}/again`, {});
  },
  wholesale: async () => {
    const { id } = (await post(shop, '/api/wholesale-inquiries', anInquiry())).json<{ id: string }>();
    await call('PATCH', `${A}/wholesalers/${id}/status`, { status: 'contacted' });
    await call('PATCH', `${A}/wholesalers/${id}/notes`, { notes: 'Call on Monday' });
    await call('DELETE', `${A}/wholesalers/${id}`);
  },
  accounts: async () => {
    const { id: inquiryId } = (await post(shop, '/api/wholesale-inquiries', anInquiry())).json<{ id: string }>();
    await call('POST', `${A}/accounts/from-inquiry`, { inquiryId });
    const id = idOf(await call('POST', `${A}/accounts`, { name: 'Bodega Sol' }));
    const path = `${A}/accounts/${id}`;
    await call('PATCH', path, { terms: 'net30', version: await versionAt(path) });
    const form = aForm('certificate.png', await aPng(40, 30));
    await call('POST', `${path}/certificate`, form.payload, { 'content-type': form.type });
    await call('DELETE', `${path}/certificate`);
    const lines = [{ productId: 'box40', unitsPerCase: 12, priceCents: 18_000, minimumCases: 2 }];
    await call('PUT', `${A}/price-lists/${id}`, { lines, version: 0 });
    await call('DELETE', `${path}?version=${await versionAt(path)}`);
  },
  orders: async () => {
    const id = await anOrderOf();
    const path = `${A}/orders/${id}`;
    await call('PATCH', path, { notes: 'Rings twice', version: await versionAt(path) });
    await call('POST', `${path}/messages`, { subject: 'Hello', body: 'Hello' });
    await call('POST', `${path}/delay`, { shipBy: '2036-01-02', version: await versionAt(path) });
    await call('POST', `${path}/refunds`, { amount: '1.00', reason: 'late' });
    await call('PATCH', `${A}/orders/status`, { ids: [id], status: 'processing' });
    await call('PATCH', `${path}/tracking`, { trackingNumber: '1Z999AA10123456784', carrier: 'UPS' });
    await call('DELETE', `${path}/tracking`);
    await call('PATCH', `${path}/status`, { status: 'delivered' });
    await call('POST', `${path}/dispute-file`);
    await call('POST', `${A}/orders/${await anOrderOf()}/cancel`, {});
    const label = `${A}/orders/${await anOrderOf()}/labels`;
    const bought = (await call('POST', label, {})).json<{ id: string }>();
    await call('POST', `${label}/${bought.id}/void`, {});
    const [refund] = await rowsOf<{ id: string }>(
      db(),
      sql`insert into refunds (order_id, payment_intent_id, provider, amount_cents, currency, state)
        values (${id}::uuid, 'pi_gone', 'stripe', 100, 'usd', 'failed') returning id`,
    );
    await call('POST', `${path}/refunds/${refund?.id}/other-way`, { how: 'check', on: '2026-11-20' });
    const [anomaly] = await rowsOf<{ id: string }>(
      db(),
      sql`insert into payment_anomalies (payment_intent_id, kind, detail)
        values ('pi_1', 'amount_mismatch', '{"email": "ana@x.example"}') returning id`,
    );
    await call('POST', `${A}/anomalies/${anomaly?.id}/resolve`, {});
  },
  lots: async () => {
    const lot = { productId: 'box40', code: 'A', madeOn: '2026-01-02', bestBy: '2036-01-01', quantity: null };
    const lotId = idOf(await call('POST', `${A}/lots`, lot));
    await call('PATCH', `${A}/lots/${lotId}`, { code: 'B', version: await versionAt(`${A}/lots/${lotId}`) });
    const id = await anOrderOf();
    await call('POST', `${A}/lots/pack`, { orders: [id] });
    await call('PUT', `${A}/orders/${id}/lots`, { lots: [] });
    const words = { subject: both('Return it'), reason: both('Metal'), todo: both('Do not eat it') };
    const recall = { id: randomUUID(), productId: 'box40', lotId, maybe: null, isUnsentToo: false, notice: null };
    await call('POST', `${A}/recalls`, { ...recall, ...words });
    await call('POST', `${A}/recalls/${recall.id}/end`, {});
  },
  items: async () => {
    const path = `${A}/orders/${await anOrderOf()}`;
    const change = {
      lines: [{ id: 'box40', quantity: 2 }],
      version: await versionAt(path),
      money: 'ask',
    };
    const preview = (await call('POST', `${path}/items/preview`, change)).json<Record<string, number>>();
    const { differenceCents, refundCents, askCents } = preview;
    await call('POST', `${path}/items`, { ...change, differenceCents, refundCents, askCents });
    await call('DELETE', `${path}/owed`);
    await call('POST', `${path}/owed`, { amountCents: askCents, version: await versionAt(path) });
  },
  written: async () => {
    const desk = writingDesk(shop);
    await desk.written();
    const { id } = await desk.link();
    await call('DELETE', `${A}/written-orders/${id}/link`);
  },
  mails: async () => {
    const [mail] = await rowsOf<{ id: string }>(db(), sql`select id from emails where order_id is not null limit 1`);
    await call('POST', `${A}/emails/${mail?.id}/recipient`, { to: 'otra@shopper.example' });
    await db().execute(sql`update emails set status = 'failed' where id = ${mail?.id}::uuid`);
    await call('POST', `${A}/emails/${mail?.id}/send`, {});
    await db().execute(sql`update emails set status = 'stored' where id = ${mail?.id}::uuid`);
    await call('POST', `${A}/emails/send-stored`, {});
  },
  people: async () => {
    const email = 'gone@shopper.example';
    const id = await anOrderOf(aNewYorkAddress({ email }));
    await call('PATCH', `${A}/orders/${id}/status`, { status: 'delivered' });
    await call('POST', `${A}/people/erase`, { person: email, confirm: email });
  },
  staff: async () => {
    const invitation = { name: 'Bea', email: 'bea@shop.example', language: 'es' };
    const { helper } = (await call('POST', `${A}/staff`, invitation)).json<{ helper: Versioned }>();
    await call('POST', `${A}/staff/${helper.id}/link`);
    await call('PATCH', `${A}/staff/${helper.id}`, { name: 'Beatriz' });
    await call('DELETE', `${A}/staff/${helper.id}`);
    await call('PATCH', `${A}/account`, { name: 'Mercedes' });
    await call('POST', `${A}/recovery-codes`, { password: TEST_PASSWORD });
    const [key] = await rowsOf<{ id: string }>(
      db(),
      sql`insert into passkeys (staff_id, name, credential_id, public_key, host)
        values ('owner', 'Key', 'credential-id', '\\x01', 'localhost') returning id`,
    );
    await call('PATCH', `${A}/passkeys/${key?.id}`, { name: 'My phone' });
    await call('DELETE', `${A}/passkeys/${key?.id}`);
  },
  settings: async () => {
    const values = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: `pk_test_${'p'.repeat(24)}` };
    await call('PATCH', `${A}/settings/payment`, { version: 0, values, password: TEST_PASSWORD });
  },
  look: async () => {
    const present = async () => {
      const { name, logo, colours, version } = await get<Record<string, unknown>>(`${A}/look`);
      return { name, logo, colours, version };
    };
    await call('PUT', `${A}/look`, { ...(await present()), name: 'Guava Two' });
    await call('DELETE', `${A}/look?version=${(await present()).version}`);
  },
  sessions: async () => {
    await signIn(shop);
    const other = (await get<{ id: string; isCurrent: boolean }[]>(`${A}/sessions`)).find((row) => !row.isCurrent);
    await call('DELETE', `${A}/sessions/${other?.id}`);
    await signIn(shop);
    await call('POST', `${A}/sessions/end-others`);
  },
};

test('every call of the admin that changes something has its lines, without secrets (N19)', async () => {
  const refused: string[] = [];
  for (const [name, step] of Object.entries(steps)) await step().catch((error) => refused.push(`${name}: ${error}`));
  const seen = shop.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event, method }) => event === 'request' && method !== 'GET');
  const failed = seen.filter(
    ({ status, route }) =>
      Number(status) >= 400 && String(route).startsWith(A) && !String(route).endsWith('/dispute-file'),
  );
  expect([refused, failed.map(({ method, route, status }) => `${method} ${route} ${status}`)]).toEqual([[], []]);

  const changing = routesOf(shop)
    .filter(({ method, url }) => url.startsWith(`${A}/`) && !['GET', 'HEAD', 'OPTIONS'].includes(method))
    .map(({ method, url }) => `${method} ${url}`);
  const lines = (await call('GET', `${A}/journal`)).json<JournalLine[]>();
  const written = new Set(lines.map((line) => line.call));
  expect(changing.filter((each) => !written.has(each) && !(each in NOT_HERE))).toEqual([]);
  expect(Object.keys(NOT_HERE).filter((each) => !changing.includes(each))).toEqual([]);

  const whole = JSON.stringify(lines);
  const { db } = shop.deps;
  const secrets = [
    TEST_PASSWORD,
    STRIPE_SECRET_KEY,
    ...(await rowsOf<{ secret: string }>(
      db,
      sql`select status_token as secret from orders union all select token_hash from admin_sessions
        union all select password_fingerprint from admin_sessions union all select client_secret from sandbox_payments
        union all select attempt_key from checkouts union all select pay_token from written_orders where pay_token is not null union all select value ->> 'hash' from settings where value ? 'hash'`,
    ).then((rows) => rows.map(({ secret }) => secret))),
  ];
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => whole.includes(secret))).toEqual([]);
  expect(whole).not.toContain('gone@shopper.example');
});
