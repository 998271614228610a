import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { actAs } from '#server/db/actor.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { currentPasswordHash, fingerprintOf, setAdminPassword } from '#server/features/admin/credentials.ts';
import { savePasswordLink } from '#server/features/admin/repository.ts';
import { loginFailures } from '#server/features/admin/schema.ts';
import { storeLocations } from '#server/tables.ts';
import { type JournalLine, type JournalStaff, MASKED } from '#shared/admin/journal.ts';
import { signIn } from '#test/admin.ts';
import { fillEveryTable } from '#test/backup.ts';
import { anInquiry, post } from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { keepJournal } from './hooks.ts';
import { note } from './service.ts';

const shop = shopForEach();
const call = adminOf(shop);

const PATH = '/api/admin/journal';
const read = async (query = 'limit=200') => (await call('GET', `${PATH}?${query}`)).json<JournalLine[]>();
const STORE = {
  name: 'La Esquina',
  address: '900 W 49th St',
  storeType: 'grocery',
  latitude: '25.0',
  longitude: '-80.0',
};
const ANA = { id: 'ana', name: 'Ana', call: 'POST /test' };
const BEA = { id: 'bea', name: 'Bea', call: 'POST /test' };

/** Runs work as a person of the staff, as a call under /api/admin does. */
function as<T>(actor: typeof ANA, work: () => Promise<T>): Promise<T> {
  let done = Promise.resolve() as Promise<unknown>;
  const end = actAs(actor, () => {
    done = Promise.resolve().then(work);
  });
  return done.finally(end) as Promise<T>;
}

const addStore = (name: string) => shop.deps.db.insert(storeLocations).values({ ...STORE, name });
const writers = async () =>
  (
    await rowsOf<{ who: string }>(
      shop.deps.db,
      sql`select staff_name || ' ' || subject_name as who from journal order by at`,
    )
  ).map(({ who }) => who);

test('a change has a line: who, when, what, before and after', async () => {
  const inquiry = (await post(shop, '/api/wholesale-inquiries', anInquiry())).json<{ id: string }>();
  const before = Date.now();
  await call('PATCH', `/api/admin/wholesalers/${inquiry.id}/status`, { status: 'approved' });
  const [product] = (await call('GET', '/api/admin/products')).json<{ version: number }[]>();
  const change = { priceCents: 2299, version: product?.version, publish: true };
  const { statusCode } = await call('PATCH', '/api/admin/products/box40', change);
  expect(statusCode).toBe(200);
  const [price, status] = (await read('sort=newest')).filter(({ area }) => area !== 'mails');
  expect(status).toMatchObject({
    staff: { id: 'owner', name: '' },
    call: 'PATCH /api/admin/wholesalers/:id/status',
    action: 'update',
    area: 'wholesale',
    subject: { kind: 'inquiry', id: inquiry.id, name: 'Bodega La Esquina' },
    before: { status: 'pending' },
    after: { status: 'approved' },
  });
  expect(Date.parse(status?.at ?? '')).toBeGreaterThanOrEqual(before - 1_000);
  expect(price).toMatchObject({
    action: 'update',
    area: 'products',
    subject: { kind: 'product', id: 'box40', name: 'Box of 40 individual sandwiches' },
    record: '1',
    before: { priceCents: 1999 },
    after: { priceCents: 2299 },
  });
});

test('shoppers and jobs write none', async () => {
  await post(shop, '/api/wholesale-inquiries', anInquiry());
  await shop.deps.db.transaction((tx) => fillEveryTable(tx));
  expect((await read('')).filter(({ call }) => call?.startsWith('P'))).toEqual([]);
});

test('two people on the pool at once have their own lines, and none is left for the next', async () => {
  const { db } = shop.deps;
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      as(i % 2 ? ANA : BEA, async () => {
        const name = i % 2 ? 'Ana' : 'Bea';
        if (i % 4 < 2) return addStore(`${name}s`);
        return db.transaction(async (tx) => {
          await tx.execute(sql`select pg_sleep(0.01)`);
          await tx.insert(storeLocations).values({ ...STORE, name: `${name}s` });
        });
      }),
    ),
  );
  await Promise.all(Array.from({ length: 20 }, () => addStore('nobody')));
  const written = await writers();
  expect(written).toHaveLength(20);
  expect(new Set(written)).toEqual(new Set(['Ana Anas', 'Bea Beas']));
});

test('a rollback leaves no line, and a failed line leaves no change', async () => {
  const { db } = shop.deps;
  const failing = as(ANA, () =>
    db.transaction(async (tx) => {
      await tx.insert(storeLocations).values({ ...STORE, name: 'gone' });
      throw new Error('stopped');
    }),
  );
  await expect(failing).rejects.toThrow('stopped');
  expect(await writers()).toEqual([]);
  await db.execute(sql`alter table journal add constraint refuses check (subject_name <> 'refused')`);
  await expect(as(ANA, () => addStore('refused'))).rejects.toThrow();
  await as(ANA, () => addStore('kept'));
  const stores = await db.select({ name: storeLocations.name }).from(storeLocations);
  expect([stores, await writers()]).toEqual([[{ name: 'kept' }], ['Ana kept']]);

  // The control: without the trigger there is a change without a line.
  await db.execute(sql`drop trigger write_journal on store_locations`);
  await as(ANA, () => addStore('unseen'));
  expect(await writers()).toEqual(['Ana kept']);
});

test('work that a call has started does not write in its name after the answer', async () => {
  const answered = Promise.withResolvers<void>();
  let late = Promise.resolve() as Promise<unknown>;
  await as(ANA, async () => {
    late = answered.promise.then(() => addStore('late'));
    await addStore('in time');
  });
  answered.resolve();
  await late;
  expect(await writers()).toEqual(['Ana in time']);
});

test('no statement changes or deletes a line', async () => {
  const { db } = shop.deps;
  await as(ANA, () => addStore('one'));
  const refused = expect.objectContaining({
    cause: expect.objectContaining({ message: expect.stringContaining('neither changed nor deleted') }),
  });
  await expect(db.execute(sql`update journal set staff_name = 'Bea'`)).rejects.toEqual(refused);
  await expect(db.execute(sql`delete from journal`)).rejects.toEqual(refused);
  expect(await writers()).toEqual(['Ana one']);
});

test('sign-ins, refused ones, sign-outs and ended sessions have lines', async () => {
  const login = (password: string) =>
    post(
      shop,
      '/api/admin/login',
      { password },
      {
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      },
    );
  expect((await login('wrong')).statusCode).toBe(401);
  const gone = await signIn(shop);
  await shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers: gone });
  await signIn(shop);
  await call('POST', '/api/admin/sessions/end-others');
  const lines = await read('area=sessions&sort=oldest');
  expect(lines.map(({ action, staff }) => [action, staff.id])).toEqual([
    ['sign_in_refused', ''],
    ['sign_in', 'owner'],
    ['sign_out', 'owner'],
    ['sign_in', 'owner'],
    ['sign_in', 'owner'],
    ['delete', 'owner'],
  ]);
  expect(lines[0]?.after).toEqual({ device: expect.stringContaining('iPhone'), address: '127.0.0.1' });
});

test('a file of data has a line before it is sent', async () => {
  const lines = async () => (await read('area=exports&sort=oldest')).map((line) => line.call);
  await call('GET', '/api/admin/orders.csv');
  await call('GET', '/api/admin/customers.xlsx');
  await call('POST', '/api/admin/people/export', { person: 'ana@x.example' });
  await call('GET', `${PATH}.csv?area=exports`);
  expect(await lines()).toEqual([
    'GET /api/admin/orders.csv',
    'GET /api/admin/customers.xlsx',
    'POST /api/admin/people/export',
    'GET /api/admin/journal.csv',
  ]);
  await shop.deps.db.execute(sql`alter table journal add constraint refuses check (area <> 'exports') not valid`);
  const answer = await call('GET', '/api/admin/orders.csv');
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([500, undefined]);
});

test('a call that its person may not make has a line; a shopper’s has none', async () => {
  const app = fastify();
  app.decorateRequest('staff', null);
  app.addHook('onRequest', async (request) => {
    request.staff = { id: 'bea', name: 'Bea', role: 'helper', language: null };
  });
  keepJournal(app, shop.deps);
  const refuse = () => Promise.reject(Object.assign(new Error(), { statusCode: 403 }));
  app.delete('/api/admin/orders/:id', refuse);
  app.get('/api/orders/:id', refuse);
  expect((await app.inject({ method: 'DELETE', url: '/api/admin/orders/7' })).statusCode).toBe(403);
  expect((await app.inject('/api/orders/7')).statusCode).toBe(403);
  await app.close();
  expect(await read('area=refusals')).toMatchObject([
    {
      action: 'refusal',
      call: 'DELETE /api/admin/orders/:id',
      staff: { name: 'Bea' },
      subject: { kind: 'order', id: '7' },
    },
  ]);
});

describe('a new password', () => {
  const own = shopForEach({ env: { ADMIN_PASSWORD: '', ADMIN_PASSWORD_HASH: '' } });
  const [old, next] = ['guava-and-cheese-7', 'guava-without-cheese-8'];
  const told = async (headers: { cookie: string }) =>
    (await own.app.inject({ url: `${PATH}?limit=50`, headers })).json<JournalLine[]>();

  test('is not had with a wrong one: the refusal has a line, as each refused proof in an open session', async () => {
    await setAdminPassword(own.deps, old);
    const headers = await signIn(own, old);
    const password = 'not this one';
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
    const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', response };
    const statuses = [];
    for (const [method, path, payload] of [
      ['POST', 'password', { current: password, next }],
      ['POST', 'recovery-codes', { password }],
      ['POST', 'recovery-codes', { passkey }],
      ['PATCH', 'settings/tax', { version: 0, values: { TAX_PROVIDER: 'table' }, password }],
      ['POST', 'settings/tax/try', { values: { TAX_PROVIDER: 'table' }, password }],
    ] as const) {
      statuses.push((await own.app.inject({ method, url: `/api/admin/${path}`, headers, payload })).statusCode);
      await own.deps.db.delete(loginFailures);
    }
    expect(statuses).toEqual([400, 400, 403, 400, 400]);
    const refused = (await told(headers)).filter(({ action }) => action === 'sign_in_refused');
    expect(refused.map(({ staff, after }) => [staff.id, after?.address])).toEqual(
      Array(5).fill(['owner', '127.0.0.1']),
    );
  });

  test('has a line without the password, and one for each session that it ended', async () => {
    await setAdminPassword(own.deps, old);
    const headers = await signIn(own, old);
    const payload = { current: old, next };
    expect((await own.app.inject({ method: 'POST', url: '/api/admin/password', headers, payload })).statusCode).toBe(
      204,
    );
    const lines = await told(await signIn(own, next));
    expect(lines.map(({ action, area, after }) => [action, area, after?.value])).toEqual([
      ['sign_in', 'sessions', undefined],
      ['sign_in', 'sessions', undefined],
      ['insert', 'mails', undefined],
      ['delete', 'sessions', undefined],
      ['update', 'settings', MASKED],
      ['sign_in', 'sessions', undefined],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/argon|guava/);
  });

  test('by a mailed link has a line, though nobody is signed in', async () => {
    await setAdminPassword(own.deps, old);
    const hash = (await currentPasswordHash(own.deps.db, own.deps.config)) ?? '';
    const token = 'a'.repeat(43);
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const endsAt = new Date(own.clock.now().getTime() + 60_000);
    await savePasswordLink(own.deps.db, { tokenHash, fingerprint: fingerprintOf(hash), endsAt });
    expect((await post(own, '/api/admin/password/by-link', { token, next })).statusCode).toBe(204);
    expect(await told(await signIn(own, next))).toMatchObject([
      { action: 'sign_in' },
      { action: 'sign_in' },
      { action: 'update', call: 'POST /api/admin/password/by-link', after: { value: MASKED }, staff: { id: 'owner' } },
    ]);
  });
});

test('it is searched, filtered by person, area, day and thing, and paged', async () => {
  for (const word of ['uno', 'dos', 'tres', 'cuatro', 'cinco']) await as(ANA, () => addStore(`Mango ${word}`));
  await as(BEA, () => addStore('Papaya'));
  const names = async (query: string) => (await read(query)).map(({ subject }) => subject?.name);
  expect(await names('q=papa')).toEqual(['Papaya']);
  expect(await names('q=ana mango tr')).toEqual(['Mango tres']);
  expect(await names('staff=bea')).toEqual(['Papaya']);
  expect(await names('area=stores&staff=ana&sort=oldest&limit=2')).toEqual(['Mango uno', 'Mango dos']);
  expect(await names('area=codes')).toEqual([]);
  const [line] = await read('q=papaya');
  expect(await names(`subject=store:${line?.subject?.id}`)).toEqual(['Papaya']);
  expect(await names(`q=${line?.subject?.id}`)).toEqual(['Papaya']);
  expect(await names('area=stores&day=2020-01-01')).toEqual([]);
  const first = await call('GET', `${PATH}?area=stores&limit=4`);
  const next = await call('GET', `${PATH}?area=stores&limit=4&cursor=${first.headers['x-next-cursor']}`);
  expect([first, next].map((page) => page.json<JournalLine[]>().map(({ subject }) => subject?.name))).toEqual([
    ['Papaya', 'Mango cinco', 'Mango cuatro', 'Mango tres'],
    ['Mango dos', 'Mango uno'],
  ]);
  expect((await call('GET', `${PATH}/staff`)).json<JournalStaff>()).toEqual([
    { id: 'ana', name: 'Ana' },
    { id: 'bea', name: 'Bea' },
    { id: 'owner', name: '' },
  ]);
});

test('lines are kept for three years', async () => {
  const { db } = shop.deps;
  await note(db, ANA, { action: 'export', area: 'exports' });
  await db.execute(sql`insert into journal (at, staff_id, staff_name, action, area) values
    (now() - interval '3 years 1 day', 'ana', 'Ana', 'export', 'exports'),
    (now() - interval '2 years 364 days', 'ana', 'Ana', 'export', 'exports')`);
  const tasks = shop.deps.features.flatMap((feature) => feature.housekeeping?.(shop.deps) ?? []);
  for (const task of tasks) await task();
  expect(await rowsOf(db, sql`select from journal`)).toHaveLength(2);
});
