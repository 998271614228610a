import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { discountCodes } from '#server/features/codes/schema.ts';
import { contentItems } from '#server/features/content/schema.ts';
import { emails, emailTemplates } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { paymentAnomalies } from '#server/features/settlement/schema.ts';
import { taxRegistrations } from '#server/features/tax/schema.ts';
import { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import type { Changes } from '#shared/admin/admin.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import { signIn } from '#test/admin.ts';
import { localized } from '#test/localized.ts';
import { anInquiry, confirm, paidSandbox } from '#test/makers.ts';
import { aForm, aPng } from '#test/media.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import type { Cursor } from './cursor.ts';
import { forgetChanges, readChanges } from './repository.ts';
import { liveChanges } from './schema.ts';
import { noteRestore } from './service.ts';

const STORE = { name: 'La Esquina', address: '900 W 49th St', storeType: 'cafe', latitude: 25.8, longitude: -80.3 };

const shop = shopForAll();
const call = adminOf(shop);

const now = async (): Promise<Cursor> => (await readChanges(shop.deps.db, null)).cursor;
const named = (changes: LiveChange[] | null) => (changes ?? []).map(({ kind, action }) => `${kind} ${action}`).sort();

describe('recorded changes', () => {
  /** The changes caused by some work. */
  async function changesOf(work: () => Promise<unknown>): Promise<LiveChange[]> {
    const cursor = await now();
    await work();
    return (await readChanges(shop.deps.db, cursor)).changes ?? [];
  }

  test('an order and its two mails, in one read', async () => {
    const changes = await changesOf(async () => confirm(shop, (await paidSandbox(shop)).paymentId));
    expect(named(changes)).toEqual(['mail insert', 'mail insert', 'order insert']);
    const order = changes.find(({ kind }) => kind === 'order');
    expect(order).toMatchObject({ id: expect.any(String), version: 1, of: null });
    for (const mail of changes.filter(({ kind }) => kind === 'mail')) expect(mail.of).toBe(order?.id);
  });

  test('a new status with the version that it made, a tracking number with its mail', async () => {
    const order = anOrder();
    await insertOrders(shop, [order]);
    const path = `/api/admin/orders/${order.id}`;
    expect(await changesOf(() => call('PATCH', `${path}/status`, { status: 'processing' }))).toEqual([
      { kind: 'order', action: 'update', id: order.id, of: null, version: 2 },
    ]);
    const payload = { trackingNumber: '9400111899223197428490', carrier: 'USPS' };
    const tracked = await changesOf(() => call('PATCH', `${path}/tracking`, payload));
    expect(named(tracked)).toEqual(['mail insert', 'order update']);
  });

  test('a draft of a product and its publish, without the changed item', async () => {
    const path = '/api/admin/products/box40';
    const drafted = await changesOf(() => call('PATCH', path, { version: 0, priceCents: 2100 }));
    expect(new Set(named(drafted))).toEqual(new Set(['content many']));
    expect(drafted.map(({ id }) => id)).toEqual(drafted.map(() => null));
    expect(named(await changesOf(() => call('POST', '/api/admin/publish', {})))).toContain('content many');
    expect(await changesOf(() => call('GET', '/api/admin/products'))).toEqual([]);
  });

  test('a picture when it is ready, described and deleted', async () => {
    const { payload, type } = aForm('terrace.png', await aPng());
    const headers = { ...(await signIn(shop)), 'content-type': type };
    let [path, version] = ['', 0];
    const uploaded = await changesOf(async () => {
      const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/media', payload, headers });
      path = `/api/admin/media/${answer.json().id}`;
      version = answer.json().version;
    });
    const alt = localized('A terrace', 'Una terraza');
    const described = await changesOf(() => call('PATCH', path, { version, alt, focal: [50, 50] }));
    const deleted = await changesOf(() => call('DELETE', `${path}?version=${version + 1}`));
    for (const changes of [uploaded, described, deleted]) expect(named(changes)).toEqual(['content many']);
  });

  test('an inquiry, its status, its deletion', async () => {
    const made = await changesOf(() =>
      shop.app.inject({ method: 'POST', url: '/api/wholesale-inquiries', payload: anInquiry() }),
    );
    expect(named(made)).toEqual(['inquiry insert', 'mail insert', 'mail insert']);
    const [inquiry] = await shop.deps.db.select({ id: wholesaleInquiries.id }).from(wholesaleInquiries);
    const path = `/api/admin/wholesalers/${inquiry?.id}`;
    expect(named(await changesOf(() => call('PATCH', `${path}/status`, { status: 'contacted' })))).toEqual([
      'inquiry update',
    ]);
    expect(named(await changesOf(() => call('DELETE', path)))).toEqual(['inquiry delete']);
  });

  test('a store that is made, moved and deleted', async () => {
    const changes = await changesOf(async () => {
      const { id } = (await call('POST', '/api/admin/store-locations', STORE)).json();
      await call('PATCH', `/api/admin/store-locations/${id}`, { ...STORE, latitude: 26 });
      await call('DELETE', `/api/admin/store-locations/${id}`);
    });
    expect(changes.map(({ action, version }) => [action, version])).toEqual([
      ['insert', 1],
      ['update', 2],
      ['delete', 2],
    ]);
  });

  test('a mail that is sent or fails, and not a mail that a sender takes', async () => {
    const [mail] = await shop.deps.db.select({ id: emails.id }).from(emails).limit(1);
    const set = (values: Partial<typeof emails.$inferInsert>) =>
      shop.deps.db
        .update(emails)
        .set(values)
        .where(eq(emails.id, mail?.id ?? ''));
    expect(await changesOf(() => set({ attempts: 1, nextAttemptAt: new Date() }))).toEqual([]);
    expect(named(await changesOf(() => set({ lastError: '451 later' })))).toEqual(['mail update']);
    expect(named(await changesOf(() => set({ status: 'sent', lastError: null })))).toEqual(['mail update']);
  });

  const content = ['content many', 'content many', 'content many'];
  const TABLES = {
    'a text of a mail': {
      insert: () =>
        shop.deps.db.insert(emailTemplates).values({ templateKey: 'x', language: 'en', subject: 'x', body: 'x' }),
      update: () =>
        shop.deps.db.update(emailTemplates).set({ subject: 'y' }).where(eq(emailTemplates.templateKey, 'x')),
      remove: () => shop.deps.db.delete(emailTemplates).where(eq(emailTemplates.templateKey, 'x')),
      noted: ['template insert', 'template update', 'template delete'],
    },
    'a payment without a checkout': {
      insert: () => shop.deps.db.insert(paymentAnomalies).values({ paymentIntentId: 'pi_x', kind: 'x', detail: {} }),
      update: () => shop.deps.db.update(paymentAnomalies).set({ resolvedAt: new Date() }),
      remove: () => shop.deps.db.delete(paymentAnomalies),
      noted: ['anomaly insert', 'anomaly update', 'anomaly delete'],
    },
    'a thing of the owner’s': {
      insert: () => shop.deps.db.insert(contentItems).values({ kind: 'story', id: 'x', draft: {} }),
      update: () =>
        shop.deps.db
          .update(contentItems)
          .set({ draft: { title: 'x' } })
          .where(eq(contentItems.id, 'x')),
      remove: () => shop.deps.db.delete(contentItems).where(eq(contentItems.id, 'x')),
      noted: content,
    },
    'a discount code': {
      insert: () => shop.deps.db.insert(discountCodes).values({ code: 'LIVE', kind: 'percent', value: 10 }),
      update: () => shop.deps.db.update(discountCodes).set({ maxUses: 5 }),
      remove: () => shop.deps.db.delete(discountCodes),
      noted: content,
    },
    'a state in which tax is collected': {
      insert: () =>
        shop.deps.db
          .insert(taxRegistrations)
          .values({ state: 'TX', rateMilli: 6250, taxesShipping: true, taxesFood: true, since: '2026-01-01' }),
      update: () => shop.deps.db.update(taxRegistrations).set({ rateMilli: 8250 }),
      remove: () => shop.deps.db.delete(taxRegistrations),
      noted: content,
    },
  };
  test.each(Object.entries(TABLES))(
    '%s that is made, changed and deleted',
    async (_, { insert, update, remove, noted }) => {
      const read: string[] = [];
      for (const work of [insert, update, remove]) read.push(...named(await changesOf(work)));
      expect(read).toEqual(noted);
    },
  );

  test('nothing of a rollback', async () => {
    const changes = await changesOf(() =>
      shop.deps.db
        .transaction(async (tx) => {
          await tx.insert(orders).values(anOrder());
          throw new Error('changed my mind');
        })
        .catch(() => {}),
    );
    expect(changes).toEqual([]);
  });

  test('an import of very many as one line', async () => {
    const changes = await changesOf(() =>
      shop.deps.db.insert(orders).values(Array.from({ length: 101 }, () => anOrder())),
    );
    expect(changes).toEqual([{ kind: 'order', action: 'many', id: null, of: null, version: null }]);
  });

  test('more changes than the limit as “everything”', async () => {
    const cursor = await now();
    for (let i = 0; i < 3; i++)
      await insertOrders(
        shop,
        Array.from({ length: 90 }, () => anOrder()),
      );
    expect((await readChanges(shop.deps.db, cursor)).changes).toBeNull();
  });
});

describe('reading from an earlier cursor', () => {
  beforeEach(() => shop.deps.db.delete(liveChanges));
  const readFrom = async (cursor: Cursor) => {
    const { changes } = await readChanges(shop.deps.db, cursor);
    return changes && named(changes);
  };

  test('a cursor that has seen the oldest line misses nothing', async () => {
    await insertOrders(shop, [anOrder()]);
    const cursor = await now();
    await insertOrders(shop, [anOrder()]);
    expect(await readFrom(cursor)).toEqual(['order insert']);
  });

  test('a cursor from before the oldest remaining line is too old', async () => {
    const { db } = shop.deps;
    const old = await now();
    await insertOrders(shop, [anOrder()]);
    await insertOrders(shop, [anOrder()]);
    const later = await now();
    await insertOrders(shop, [anOrder()]);
    await forgetChanges(db, 0);
    expect(await db.$count(liveChanges)).toBe(1);
    await insertOrders(shop, [anOrder()]);
    expect([await readFrom(old), await readFrom(later)]).toEqual([null, null]);
    expect(await readFrom(await now())).toEqual([]);
    await forgetChanges(db, 60_000);
    expect(await db.$count(liveChanges)).toBe(2);
  });

  test('a restore into an empty shop makes every earlier cursor too old', async () => {
    const { db } = shop.deps;
    await db.execute(sql`truncate live_changes restart identity`);
    const cursor = await now();
    await noteRestore(db);
    expect(await readFrom(cursor)).toBeNull();
    expect(await readFrom(await now())).toEqual([]);
  });

  test('a cursor of another database cluster, and one from the future of this one, are too old', async () => {
    await insertOrders(shop, [anOrder()]);
    const cursor = await now();
    expect(await readFrom({ ...cursor, cluster: '1' })).toBeNull();
    expect(await readFrom({ ...cursor, snapshot: '999999999:999999999:' })).toBeNull();
  });
});

describe('GET /api/admin/changes', () => {
  type Answer = Changes & { changes: LiveChange[] | null };
  const ask = async (since?: string): Promise<Answer> =>
    (await call('GET', `/api/admin/changes${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`)).json();

  test('reports each change once, and nothing from before the first poll', async () => {
    await insertOrders(shop, [anOrder()]);
    const first = await ask();
    expect(first.changes).toEqual([]);
    const added = [anOrder(), anOrder()];
    for (const order of added) await insertOrders(shop, [order]);
    const next = await ask(first.cursor);
    expect(next.changes?.map(({ id }) => id)).toEqual(added.map(({ id }) => id));
    expect(next.orders).toBe(first.orders + 2);
    expect((await ask(next.cursor)).changes).toEqual([]);
  });

  test('answers “read everything” for a cursor of another database, or one that is too old', async () => {
    const { cursor } = await ask();
    for (const since of ['1', '1.5:9:', '1.2:1:']) expect((await ask(since)).changes).toBeNull();
    await insertOrders(shop, [anOrder()]);
    await insertOrders(shop, [anOrder()]);
    await forgetChanges(shop.deps.db, 0);
    const answer = await ask(cursor);
    expect(answer.changes).toBeNull();
    await insertOrders(shop, [anOrder()]);
    expect((await ask(answer.cursor)).changes).toHaveLength(1);
    for (const since of ['x', "1.5:9:' or 1=1", '1'.repeat(5_000)]) {
      expect((await call('GET', `/api/admin/changes?since=${encodeURIComponent(since)}`)).statusCode).toBe(400);
    }
  });

  test('without any recorded change the answer is not “read everything”', async () => {
    await shop.deps.db.delete(liveChanges);
    const { cursor } = await ask();
    expect((await ask(cursor)).changes).toEqual([]);
    await insertOrders(shop, [anOrder()]);
  });

  test('needs a session, and no cache keeps its answer', async () => {
    expect((await shop.app.inject({ url: '/api/admin/changes' })).statusCode).toBe(401);
    expect((await call('GET', '/api/admin/changes')).headers['cache-control']).toContain('no-store');
  });

  test('N8 contains no content of the records', async () => {
    const { cursor } = await ask();
    const order = anOrder({ customerName: `Secret ${randomUUID()}`, statusToken: `token-${randomUUID()}` });
    await insertOrders(shop, [order]);
    const text = JSON.stringify(await ask(cursor));
    expect(text).toContain(order.id);
    expect(text).not.toContain('Secret');
    expect(text).not.toContain(order.statusToken);
  });
});
