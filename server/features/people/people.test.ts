import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { restoreBackup } from '#server/features/backup/restore.ts';
import { writeBackup } from '#server/features/backup/service.ts';
import { findOrdersOf } from '#server/features/orders/person.ts';
import { eraseCheckouts, findCheckoutsOf } from '#server/features/settlement/person.ts';
import { settleCheckout } from '#server/features/settlement/service.ts';
import { checkouts, emails, labels, orderEvents, orders, paymentAnomalies, refunds } from '#server/tables.ts';
import type { Account } from '#shared/accounts/accounts.ts';
import { addressSchema } from '#shared/checkout/checkout.ts';
import { personOf } from '#shared/checkout/person.ts';
import { ADDRESS_FIELDS } from '#shared/checkout/personal-address.ts';
import type { Erased, Person } from '#shared/people/people.ts';
import { contentsOf, temporaryFolder, withDatabase, withoutSessions } from '#test/backup.ts';
import { prepareEngine } from '#test/engine.ts';
import {
  aCart,
  aNewYorkAddress,
  anInquiry,
  type CheckoutChoice,
  confirm,
  NO_LIMITS,
  paidSandbox,
  payByCard,
  post,
  startedCheckout,
} from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';

const shop = shopForEach({ env: NO_LIMITS });
const call = adminOf(shop);

const MAIL = 'ana.ruiz@gmail.com';
/** Optional fields also contain a trace, including fields added later. */
const OPTIONAL = ADDRESS_FIELDS.filter((name) => addressSchema.shape[name].safeParse(null).success);
const ANA = {
  ...Object.fromEntries(OPTIONAL.map((name) => [name, `Quetzal ${name}`])),
  fullName: 'Ana Quetzal Ruiz',
  email: MAIL,
  phone: '+1 305-555-7788',
  addressLine1: '77 Jacaranda Court',
  addressLine2: 'Apt Pelicano',
  recipientName: 'Colibri Ruiz',
  giftNote: 'For Colibri',
  zipCode: '10118-4321',
};
/** Traces that must not remain anywhere afterwards. */
const TRACES = /quetzal|ana\.?ruiz|5557788|555-7788|jacaranda|pelicano|colibri|ana-negocio|10118-?4321/i;

const PATH = '/api/admin/people';
const find = async (person = MAIL) => (await call('POST', `${PATH}/find`, { person })).json<Person>();
const erase = (person = MAIL, confirmed = person) => call('POST', `${PATH}/erase`, { person, confirm: confirmed });

/** A paid order. @returns its id */
async function order(choice: CheckoutChoice): Promise<string> {
  const { paymentId } = await paidSandbox(shop, choice);
  const answer = await confirm(shop, paymentId);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const [row] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  return row?.id ?? '';
}
const status = (id: string, to: string) => call('PATCH', `/api/admin/orders/${id}/status`, { status: to });

async function inquire(email: string, contactName: string): Promise<void> {
  const body = anInquiry({
    businessName: `Bodega ${contactName}`,
    contactName,
    email,
    phone: contactName.startsWith('Ana') ? '305-555-7788' : '305-555-0111',
    message: `${contactName} asks.`,
  });
  const answer = await post(shop, '/api/wholesale-inquiries', body);
  if (answer.statusCode !== 201) throw new Error(answer.body);
}

/**
 * Creates everything that the shop can know about a person: each kind of record with an address. @returns the order's
 * id
 */
async function aLife(): Promise<string> {
  await call('POST', '/api/admin/codes', { code: 'GUAVA10', kind: 'percent', value: 10, limitPerPerson: 2 });
  const phone = '+1 305-555-7788';
  await call('POST', '/api/admin/accounts', {
    name: 'Bodega Dos',
    people: [
      { name: 'Ana Quetzal', email: 'Ana.Ruiz+shop@gmail.com', phone, language: 'es' },
      { name: 'Luz Soto', email: 'luz@bodega-dos.example', phone: null, language: 'es' },
    ],
  });
  const id = await order({ address: aNewYorkAddress({ ...ANA, email: 'Ana.Ruiz+box@GoogleMail.com' }) });
  await startedCheckout(shop, { address: aNewYorkAddress(ANA), cart: aCart(2) });
  await inquire('anaruiz@gmail.com', 'Ana Quetzal');
  await inquire('anaruiz@gmail.com', 'Ana Quetzal');
  const { db } = shop.deps;
  await db.execute(sql`delete from wholesale_inquiries where id =
    (select id from wholesale_inquiries where email = 'anaruiz@gmail.com' limit 1)`);
  const { version } = (await call('GET', `/api/admin/orders/${id}`)).json<{ version: number }>();
  const change = { version, phone: '+1 305-555-7788 x9', giftNote: 'Dear Colibri', notes: 'Quetzal, rings twice' };
  await call('PATCH', `/api/admin/orders/${id}`, change);
  await call('POST', `/api/admin/orders/${id}/messages`, { subject: 'Ana Quetzal', body: 'Jacaranda' });
  await call('PATCH', `/api/admin/orders/${id}/tracking`, { trackingNumber: '1Z999', carrier: 'UPS' });
  await call('POST', `/api/admin/orders/${id}/refunds`, { amount: '1.00', reason: 'Quetzal called', notify: true });
  await status(id, 'delivered');
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  const [code] = (await call('GET', '/api/admin/codes')).json<{ id: string }[]>();
  await db.execute(sql`insert into code_uses (code_id, attempt_key, person, order_id, revenue_cents, cost_cents)
    values (${code?.id}, 'a', 'anaruiz@gmail.com', ${id}, 1, 1), (${code?.id}, 'b', 'anaruiz@gmail.com', null, 0, 0)`);
  await db
    .insert(labels)
    .values({ orderId: id, provider: 'table', state: 'bought', failure: 'Jacaranda', hasPdf: true });
  await db.execute(sql`insert into label_pieces (label_id, piece, bytes) select id, 0, 'Jacaranda'::bytea from labels`);
  await db.insert(paymentAnomalies).values({
    paymentIntentId: row?.stripePaymentIntentId ?? '',
    kind: 'oversold',
    detail: { customer: ANA.fullName, email: MAIL, totalCents: 1 },
    resolvedAt: new Date(),
  });
  return id;
}

/** Another person, whose order once had this person's address. @returns the order's id */
async function another(): Promise<string> {
  const id = await order({ address: aNewYorkAddress({ fullName: 'Bea Soto', email: 'bea@gmail.com' }) });
  await startedCheckout(shop, { address: aNewYorkAddress({ fullName: 'Bea Soto', email: 'bea@gmail.com' }) });
  await inquire('bea@gmail.com', 'Bea Soto');
  return id;
}

/** Every row of every table, including the bytes of files as text. */
async function everything(): Promise<Record<string, string[]>> {
  const {
    admin_sessions: _,
    login_failures: __,
    live_changes: ___,
    staff_devices: ____,
    ...rest
  } = await contentsOf(shop.deps.db);
  // Signing in has a line.
  rest.journal = rest.journal?.filter((row) => !row.includes(',sign_in,')) ?? [];
  const unpack = (row: string) =>
    row.replace(/\\\\x([0-9a-f]+)/g, (_match, hex: string) => Buffer.from(hex, 'hex').toString('latin1'));
  return Object.fromEntries(Object.entries(rest).map(([name, rows]) => [name, rows.map(unpack)]));
}
const traces = (all: Record<string, string[]>) =>
  Object.entries(all).flatMap(([table, rows]) => rows.filter((row) => TRACES.test(row)).map((row) => [table, row]));

test('after an erasure no table has mail address, name, phone or street; orders keep what tax law requires', async () => {
  const id = await aLife();
  const before = await everything();
  // The search finds them in each table that contains any.
  expect([...new Set(traces(before).map(([table]) => table))].sort()).toEqual([
    ...'account_people checkouts code_uses customers emails journal label_pieces labels order_events orders'.split(' '),
    ...'payment_anomalies refunds wholesale_inquiries'.split(' '),
  ]);
  const [was] = await shop.deps.db.select().from(orders).where(eq(orders.id, id));
  expect(await find()).toMatchObject({ orders: 1, checkouts: 1, inquiries: 1, accounts: 1, codes: 2, open: [] });

  const answer = await erase();
  expect([answer.statusCode, answer.json<Erased>()]).toMatchObject([
    200,
    { orders: 1, checkouts: 1, inquiries: 1, accounts: 1, codes: 2 },
  ]);
  expect(traces(await everything())).toEqual([]);

  const [now] = await shop.deps.db.select().from(orders).where(eq(orders.id, id));
  const kept = ({
    items,
    number,
    totalAmount,
    tax,
    shippingCost,
    state,
    createdAt,
    stripePaymentIntentId,
  }: typeof orders.$inferSelect) => ({
    items,
    number,
    totalAmount,
    tax,
    shippingCost,
    state,
    createdAt,
    stripePaymentIntentId,
  });
  expect(now && kept(now)).toEqual(was && kept(was));
  expect(now).toMatchObject({ zipCode: '10118', status: 'delivered', refundedAmount: '1.00' });
  expect(now?.email).toMatch(/@erased\.invalid$/);
  // The link in the old mails no longer works.
  expect((await shop.app.inject(`/api/orders/${was?.statusToken}`)).statusCode).toBe(404);
  expect((await call('GET', '/api/admin/orders?q=quetzal')).json()).toEqual([]);
  // There is no mailbox to write to, and a repeated payment event still finds its order.
  const message = { subject: 'Hello', body: 'Hello' };
  expect((await call('POST', `/api/admin/orders/${id}/messages`, message)).statusCode).toBe(409);
  expect(await settleCheckout(shop.deps, was?.stripePaymentIntentId ?? '')).toMatchObject({
    kind: 'order',
    isNew: false,
  });
  expect(shop.logLines.filter((line) => TRACES.test(line) || line.includes('bea@'))).toEqual([]);

  // A second run finds nothing and changes nothing.
  const after = await everything();
  expect((await erase()).json()).toEqual({ orders: 0, checkouts: 0, inquiries: 0, accounts: 0, mails: 0, codes: 0 });
  expect(await everything()).toEqual(after);
  // A later refund is made, without a mail.
  const refund = { amount: '1.00', notify: true };
  expect((await call('POST', `/api/admin/orders/${id}/refunds`, refund)).statusCode).toBeLessThan(300);
  expect((await shop.deps.db.select().from(emails)).filter(({ to }) => to.includes('erased'))).toEqual([]);
});

test('rows of other people stay as they are, byte for byte', async () => {
  const other = await another();
  const before = await everything();
  await aLife();
  await shop.deps.db.execute(sql`delete from discount_codes`);
  expect((await erase()).statusCode).toBe(200);
  const after = await everything();
  const gone = Object.entries(before).flatMap(([table, rows]) =>
    ['settings', 'stats', 'sequences'].includes(table) || table.startsWith('order_day')
      ? []
      : rows.filter((row) => !after[table]?.includes(row)).map((row) => [table, row]),
  );
  expect(gone).toEqual([]);
  expect(JSON.stringify(after.orders)).toContain(other);

  // Only a history with the address loses it, and a mail that was first sent there.
  const { db } = shop.deps;
  const detail = { from: `Ana Quetzal Ruiz, ${MAIL}, 305-555-7788`, to: 'Bea Soto, bea@gmail.com, 305-555-0111' };
  await db.insert(orderEvents).values({ orderId: other, kind: 'contact', detail });
  await db
    .update(emails)
    .set({ previousTo: ['Ana.Ruiz@gmail.com', 'b@gmail.com'] })
    .where(eq(emails.to, 'bea@gmail.com'));
  expect((await erase()).json()).toMatchObject({ orders: 0, mails: 0 });
  expect(traces(await everything())).toEqual([]);
  const [event] = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, other), eq(orderEvents.kind, 'contact')));
  expect(event?.detail).toEqual({ ...detail, from: '—' });
  const mails = await db.select().from(emails).where(eq(emails.to, 'bea@gmail.com'));
  expect(mails.map(({ previousTo }) => previousTo)).toEqual(mails.map(() => ['b@gmail.com']));
});

test('unfinished work refuses it, with the order’s number, and changes nothing', async () => {
  const id = await order({ address: aNewYorkAddress(ANA) });
  const number = id.slice(0, 8).toUpperCase();
  const { db } = shop.deps;
  const refused = async (words: RegExp) => {
    const before = await everything();
    const answer = await erase();
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringMatching(words),
    ]);
    expect((await find()).open.join()).toMatch(words);
    expect(await everything()).toEqual(before);
  };
  await refused(new RegExp(`Order ${number} is paid and has not left`));
  await status(id, 'processing');
  await refused(/has not left/);
  await status(id, 'shipped');
  const [label] = await db
    .insert(labels)
    .values({ orderId: id, provider: 'table', state: 'bought', nextTrackAt: new Date('2036-01-01') })
    .returning();
  await refused(new RegExp(`label of order ${number}`));
  await db
    .update(labels)
    .set({ nextTrackAt: null })
    .where(eq(labels.id, label?.id ?? ''));
  const refund = { orderId: id, paymentIntentId: 'pi_1', provider: 'sandbox', amountCents: 100, currency: 'usd' };
  await db.insert(refunds).values(refund);
  await refused(new RegExp(`refund of order ${number}`));
  await db.update(refunds).set({ state: 'succeeded' });
  await db.update(orders).set({ disputeStatus: 'under_review' });
  await refused(new RegExp(`payment of order ${number} is disputed`));
  await db.update(orders).set({ disputeStatus: 'won' });
  await db
    .insert(paymentAnomalies)
    .values({ paymentIntentId: 'pi_9', kind: 'amount_mismatch', detail: { email: MAIL } });
  await refused(/A payment of this person waits for you/);
  await db.update(paymentAnomalies).set({ resolvedAt: new Date() });
  expect((await erase()).statusCode).toBe(200);
});

test('the address has to be typed again; another one, or none, erases nothing', async () => {
  const id = await order({ address: aNewYorkAddress(ANA) });
  await status(id, 'delivered');
  const answer = await erase(MAIL, 'ana.soto@gmail.com');
  expect([answer.statusCode, answer.json().issues]).toMatchObject([400, [{ path: 'confirm' }]]);
  expect((await call('POST', `${PATH}/erase`, { person: MAIL })).statusCode).toBe(400);
  const stranger = await shop.app.inject({
    method: 'POST',
    url: `${PATH}/erase`,
    payload: { person: MAIL, confirm: MAIL },
  });
  expect(stranger.statusCode).toBe(401);
  expect((await find()).orders).toBe(1);
  // Another spelling is the same mailbox.
  expect((await erase(MAIL, 'AnaRuiz+x@gmail.com')).statusCode).toBe(200);
});

test('the file holds all of one person and no secret', async () => {
  await another();
  await aLife();
  const answer = await call('POST', `${PATH}/export`, { person: 'ANARUIZ@gmail.com' });
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="personal-data.json"',
  ]);
  expect(answer.json()).toMatchObject({
    person: 'anaruiz@gmail.com',
    orders: [
      {
        name: ANA.fullName,
        items: [{ quantity: 1, price: '19.99' }],
        notes: 'Quetzal, rings twice',
        refunds: [{ amount: '1.00', reason: 'Quetzal called' }],
      },
    ],
    paymentsNotMade: [{ name: ANA.fullName, items: [{ quantity: 2 }] }],
    wholesaleInquiries: [{ contact: 'Ana Quetzal' }],
    codesUsed: ['GUAVA10', 'GUAVA10'],
  });
  const { orders: bought, paymentsNotMade: begun } = answer.json<Record<string, unknown[]>>();
  const typed = aNewYorkAddress(ANA);
  const missing = (part: unknown) => {
    const text = JSON.stringify(part);
    return ADDRESS_FIELDS.filter((name) => name !== 'preferredLanguage' && !text.includes(String(typed[name])));
  };
  // The order went to another spelling of the address, and its note was corrected: the first one is in its history.
  expect([missing(begun?.[0]), missing({ ...(bought?.[0] as object), history: [] })]).toEqual([
    [],
    ['email', 'giftNote'],
  ]);
  expect(answer.json<{ mails: { to: string }[] }>().mails.length).toBeGreaterThan(2);
  for (const { statusToken, attemptKey, id } of [
    ...(await shop.deps.db.select().from(orders)).map((row) => ({ ...row, attemptKey: '' })),
    ...(await shop.deps.db.select().from(checkouts)).map((row) => ({ ...row, statusToken: '' })),
  ]) {
    for (const secret of [statusToken, attemptKey, id]) if (secret) expect(answer.body).not.toContain(secret);
  }
  expect(answer.body).not.toMatch(/\bbea\b|_secret_/i);
});

test('an open payment is canceled; one paid meanwhile becomes an order and refuses the erasure', async () => {
  const address = aNewYorkAddress(ANA);
  const begun = await startedCheckout(shop, { address });
  expect((await erase()).json()).toMatchObject({ checkouts: 1 });
  expect((await shop.deps.payments.findPayment(begun.paymentId))?.status).toBe('canceled');
  expect((await payByCard(shop, begun)).statusCode).toBeGreaterThanOrEqual(400);

  const paid = await paidSandbox(shop, { address });
  const answer = await erase();
  expect([answer.statusCode, answer.json().message]).toMatchObject([409, /has not left/]);
  const [row] = await shop.deps.db.select().from(orders);
  expect(row).toMatchObject({ stripePaymentIntentId: paid.paymentId, customerName: ANA.fullName });
});

test('an erasure beside the settling of 6 payments: each order is whole, and none is lost', async () => {
  const address = aNewYorkAddress(ANA);
  for (let i = 0; i < 6; i++) {
    const { paymentId } = await paidSandbox(shop, { address, attempt: crypto.randomUUID() });
    // Alternates which one begins first.
    const first = i % 2 ? erase() : null;
    const confirming = confirm(shop, paymentId);
    const [confirmed, erased] = await Promise.all([confirming, first ?? erase(), settleCheckout(shop.deps, paymentId)]);
    expect([confirmed.statusCode, erased.statusCode]).toEqual([200, 409]);
    const [row] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
    expect(row).toMatchObject({ customerName: ANA.fullName, email: MAIL, addressLine1: ANA.addressLine1 });
  }

  // The control decides before the payment settles, and afterwards erases what it had read, without the locks.
  const { db } = shop.deps;
  const bea = 'bea@gmail.com';
  const { paymentId } = await paidSandbox(shop, { address: aNewYorkAddress({ email: bea }) });
  const decided = { checkouts: await findCheckoutsOf(db, bea), orders: await findOrdersOf(db, bea) };
  expect(decided.orders).toEqual([]);
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  await eraseCheckouts(db, decided.checkouts, bea, { orderIds: [], paymentIds: [] });
  // An order of a person who counts as erased, without its checkout.
  expect(await findOrdersOf(db, bea)).toHaveLength(1);
  expect(await findCheckoutsOf(db, bea)).toEqual([]);
});

test('an index finds a person in every table, under each spelling that personOf knows', async () => {
  const { db } = shop.deps;
  const spellings = [
    MAIL,
    'Ana.Ruiz+box@GoogleMail.com',
    'a.b+c@Proton.me',
    'a.b@store.example',
    '+a@store.example',
    'ñ+x@store.example',
  ];
  for (const spelling of spellings) {
    const [row] = await rowsOf<{ key: string }>(db, sql`select person_key(${spelling}) as key`);
    expect(row?.key).toBe(personOf(spelling).replace(/[^ -~]/g, ''));
  }
  const asked = {
    orders: 'email',
    checkouts: "(address->>'email')",
    emails: 'to_address',
    wholesale_inquiries: 'email',
  };
  for (const [table, column] of Object.entries(asked)) {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return rowsOf(tx, sql.raw(`explain select * from ${table} where person_key(${column}) = 'anaruiz@gmail.com'`));
    });
    expect(JSON.stringify(plan)).toMatch(/Index (Cond|Scan)/);
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  }
});

test('a backup of the rest is restored unchanged', async () => {
  await another();
  await aLife();
  await erase();
  const before = await contentsOf(shop.deps.db);
  const files = temporaryFolder();
  const engine = await prepareEngine({ isEmpty: true });
  try {
    await writeBackup(shop.database.connection, files.at('backup.gz'), { writtenAt: new Date() });
    const target = { databaseUrl: engine.options.env.DATABASE_URL, dataDir: engine.options.dataDir };
    await restoreBackup(target, files.at('backup.gz'), { mayOverwrite: false });
    const after = await withDatabase(target, contentsOf);
    expect(after).toEqual(withoutSessions(before));
    expect(traces(after)).toEqual([]);
  } finally {
    files.remove();
    await engine.remove();
  }
});

test('the only person of a wholesale account is not erased; beside another one only the person goes', async () => {
  const ana = { name: 'Ana Quetzal', email: MAIL, phone: null, language: 'es' };
  const made = (await call('POST', '/api/admin/accounts', { name: 'Bodega Dos', people: [ana] })).json<Account>();
  expect(await find()).toMatchObject({ accounts: 1, open: [expect.stringContaining('Bodega Dos')] });
  expect((await erase()).statusCode).toBe(409);

  const people = [...made.people, { ...ana, name: 'Luz Soto', email: 'luz@bodega-dos.example' }];
  const path = `/api/admin/accounts/${made.id}`;
  const both = (await call('PATCH', path, { people, version: made.version })).json<Account>();
  expect((await erase()).json()).toMatchObject({ accounts: 1 });
  const left = (await call('GET', path)).json<Account>();
  expect(left.people.map(({ name }) => name)).toEqual(['Luz Soto']);
  expect(traces(await everything())).toEqual([]);
  // A form that was open before does not write the person back.
  expect((await call('PATCH', path, { people: both.people, version: both.version })).statusCode).toBe(409);
});
