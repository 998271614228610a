import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import type { LiveChange } from '#shared/live.ts';
import { asAdmin, signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { openEvents } from '#test/events.ts';
import { localized } from '#test/localized.ts';
import { confirm, paidSandbox } from '#test/makers.ts';
import { aForm, aPng } from '#test/media.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { EventStream } from './event-stream.ts';
import { type ChangesRead, forgetChanges, isComplete, readChanges, readCursorNow } from './repository.ts';
import { liveChanges } from './schema.ts';
import { LiveFeed } from './service.ts';

const STORE = { name: 'La Esquina', address: '900 W 49th St', storeType: 'cafe', latitude: 25.8, longitude: -80.3 };
const INQUIRY = {
  businessName: 'El Sol',
  contactName: 'Iván',
  email: 'ivan@elsol.example',
  phone: '305-555-0123',
  storeType: 'gas-station',
  location: 'Hialeah',
  preferredLanguage: 'es',
};

let shop: TestApp;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  shop = await startTestApp();
  call = await asAdmin(shop);
});
afterAll(() => shop.close());

const named = (changes: LiveChange[] | null) => (changes ?? []).map(({ kind, action }) => `${kind} ${action}`).sort();

describe('what is noted', () => {
  /** What one piece of work has changed. */
  async function changesOf(work: () => Promise<unknown>): Promise<LiveChange[]> {
    const cursor = await readCursorNow(shop.deps.db);
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

  test('a draft of a product and its publish, without saying what was changed', async () => {
    const path = '/api/admin/products/box40';
    const drafted = await changesOf(() => call('PATCH', path, { version: 0, priceCents: 2100 }));
    expect(new Set(named(drafted))).toEqual(new Set(['content many']));
    expect(drafted.map(({ id }) => id)).toEqual(drafted.map(() => null));
    expect(named(await changesOf(() => call('POST', '/api/admin/publish', {})))).toContain('content many');
    expect(await changesOf(() => call('GET', '/api/admin/products'))).toEqual([]);
  });

  test('a picture once it is there, when it is described and when it is taken away', async () => {
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
      shop.app.inject({ method: 'POST', url: '/api/wholesale-inquiries', payload: INQUIRY }),
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

  test('nothing of what is rolled back', async () => {
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

  test('more lines than are worth naming as “everything”', async () => {
    const cursor = await readCursorNow(shop.deps.db);
    for (let i = 0; i < 3; i++)
      await insertOrders(
        shop,
        Array.from({ length: 90 }, () => anOrder()),
      );
    expect((await readChanges(shop.deps.db, cursor)).changes).toBeNull();
  });
});

describe('coming back', () => {
  beforeEach(() => shop.deps.db.delete(liveChanges));
  const readFrom = async (read: Promise<ChangesRead>) => named((await read).changes);

  test('nothing that was noted since the cursor is missing, once older lines show it', async () => {
    const { db } = shop.deps;
    await insertOrders(shop, [anOrder()]);
    const cursor = await readCursorNow(db);
    await insertOrders(shop, [anOrder()]);
    expect(await isComplete(db, cursor)).toBe(true);
    expect(await readFrom(readChanges(db, cursor))).toEqual(['order insert']);
  });

  test('a cursor from before the lines that are left is too old', async () => {
    const { db } = shop.deps;
    const old = await readCursorNow(db);
    await insertOrders(shop, [anOrder()]);
    await insertOrders(shop, [anOrder()]);
    const later = await readCursorNow(db);
    await insertOrders(shop, [anOrder()]);
    await forgetChanges(db, 0);
    expect(await db.$count(liveChanges)).toBe(1);
    await insertOrders(shop, [anOrder()]);
    expect([await isComplete(db, old), await isComplete(db, later)]).toEqual([false, false]);
    const now = await readCursorNow(db);
    expect(await isComplete(db, now)).toBe(true);
    await forgetChanges(db, 60_000);
    expect(await db.$count(liveChanges)).toBe(2);
  });

  test('so is one of another database cluster, and one from the future of this one', async () => {
    const { db } = shop.deps;
    await insertOrders(shop, [anOrder()]);
    const cursor = await readCursorNow(db);
    expect(await isComplete(db, { ...cursor, cluster: '1' })).toBe(false);
    expect(await isComplete(db, { ...cursor, snapshot: '999999999:999999999:' })).toBe(false);
  });
});

describe('the stream', () => {
  let url: string;
  let headers: { cookie: string };
  beforeAll(async () => {
    url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
    headers = await signIn(shop);
  });
  const insertOrder = async () => {
    const order = anOrder();
    await insertOrders(shop, [order]);
    return order.id;
  };
  const isOf = (id: string) => (change: LiveChange) => change.id === id;

  test('says hello, and tells of an order that is written', async () => {
    const stream = await openEvents(url, headers);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    // For nginx, and for whatever would keep or pack an endless answer.
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await stream.next()).toMatchObject({ event: 'hello', data: { resumed: false } });
    const id = await insertOrder();
    expect(await stream.changesUntil(isOf(id))).toHaveLength(1);
    stream.close();
  });

  test.each(['header', 'query'])('gives a reader that comes back by %s what it missed, once', async (way) => {
    await insertOrder();
    const first = await openEvents(url, headers);
    await first.next();
    const seen = await insertOrder();
    await first.changesUntil(isOf(seen));
    first.close();
    await first.ended;
    const missed = [await insertOrder(), await insertOrder()];
    const back =
      way === 'header'
        ? await openEvents(url, { ...headers, 'last-event-id': first.lastId() })
        : await openEvents(url, headers, { query: `?since=${encodeURIComponent(first.lastId())}` });
    expect(await back.next()).toMatchObject({ event: 'hello', data: { resumed: true } });
    const told = await back.changesUntil(isOf(missed[1] ?? ''));
    expect(told.map(({ id }) => id)).toEqual(missed);
    back.close();
  });

  test('begins anew for a reader whose place means nothing', async () => {
    for (const id of ['x', "1.5:9:' or 1=1", '1.5:9:', 'y'.repeat(5_000)]) {
      const stream = await openEvents(url, { ...headers, 'last-event-id': id });
      expect(await stream.next()).toMatchObject({ event: 'hello', data: { resumed: false } });
      stream.close();
      await stream.ended;
    }
  });

  test('is for those that ask for a stream: a link or a tool is not kept waiting', async () => {
    const answer = await fetch(`${url}/api/admin/events`, { headers });
    expect(answer.status).toBe(406);
    expect(await answer.json()).toEqual({ message: expect.stringContaining('stream') });
    expect((await fetch(`${url}/api/admin/events`, { method: 'HEAD', headers })).status).toBe(404);
  });

  test('needs a session, and ends with its logout', async () => {
    expect((await openEvents(url, {})).status).toBe(401);
    const own = await signIn(shop);
    const other = await openEvents(url, headers);
    const stream = await openEvents(url, own);
    await Promise.all([stream.next(), other.next()]);
    await shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers: own });
    const id = await insertOrder();
    await stream.ended;
    await expect(stream.next()).rejects.toThrow('ended');
    expect(await other.changesUntil(isOf(id))).toHaveLength(1);
    other.close();
  });

  test('S5 ends when its session expires: listening is no use of it', async () => {
    const own = await startTestApp();
    const ownUrl = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openEvents(ownUrl, await signIn(own));
    await stream.next();
    own.clock.advance(11.9 * 3_600_000);
    await insertOrders(own, [anOrder()]);
    await stream.changesUntil(({ kind }) => kind === 'order');
    own.clock.advance(0.2 * 3_600_000);
    await stream.ended;
    await own.close();
  });

  test('has few of one session', async () => {
    const own = await signIn(shop);
    const open = await Promise.all(Array.from({ length: 8 }, () => openEvents(url, own)));
    const refused = await openEvents(url, own);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    for (const stream of open) stream.close();
    await Promise.all(open.map(({ ended }) => ended));
    // Their places are free again.
    await expect.poll(async () => (await openEvents(url, own)).status).toBe(200);
    await shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers: own });
  });

  test('F at the end of the program: it ends first, and the close does not wait for it', async () => {
    const own = await startTestApp();
    const ownUrl = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openEvents(ownUrl, await signIn(own));
    await stream.next();
    let isClosed = false;
    const closing = own.app.close().then(() => (isClosed = true));
    // By its own end, not cut off by that of its connection.
    expect(await stream.ended).toBe('whole');
    expect(isClosed).toBe(false);
    await closing;
    await own.database.remove();
  });
});

describe('the feed', () => {
  const reader = async () => {
    const { cookie } = await signIn(shop);
    return { token: cookie.slice(cookie.indexOf('=') + 1), since: null };
  };
  const textOf = (body: import('node:stream').Readable) => {
    let text = '';
    body.on('data', (chunk) => (text += chunk));
    return () => text;
  };

  test('asks the database only while somebody listens', async () => {
    let asked = 0;
    const db = new Proxy(shop.deps.db, {
      get: (target, name, receiver) => {
        if (name === 'execute' || name === 'select') asked += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const feed = new LiveFeed({ ...shop.deps, db }, { ask: 5 });
    const body = feed.open(await reader());
    await expect.poll(() => asked).toBeGreaterThan(20);
    body.destroy();
    await once(body, 'close');
    expect(feed.count).toBe(0);
    // The round that was under way may end.
    let last = -1;
    await expect
      .poll(() => {
        const isQuiet = last === asked;
        last = asked;
        return isQuiet;
      })
      .toBe(true);
    const next = feed.open(await reader());
    await expect.poll(() => asked).toBeGreaterThan(last + 5);
    next.destroy();
  });

  test('gives a reader its place at once, also between two questions and during one', async () => {
    const feed = new LiveFeed(shop.deps, { ask: 3_600_000 });
    const isWelcome = (text: () => string) => expect.poll(text).toContain('event: hello');
    // Two together: the second comes while the database is asked for the first.
    const texts = [textOf(feed.open(await reader())), textOf(feed.open(await reader()))];
    for (const text of texts) await isWelcome(text);
    await isWelcome(textOf(feed.open(await reader())));
    feed.stop();
  });

  test('keeps a silent stream open with beats, and moves its place', async () => {
    const feed = new LiveFeed(shop.deps, { ask: 5, beat: 10 });
    const text = textOf(feed.open(await reader()));
    await expect.poll(() => text().match(/^event: beat\nid: \S+$/gm)?.length ?? 0).toBeGreaterThan(3);
    feed.stop();
    expect(() => feed.open({ token: 'x', since: null })).toThrow('unavailable');
  });

  test('ends its streams when the database does not answer, so that nobody takes silence for no change', async () => {
    let isDown = false;
    const db = new Proxy(shop.deps.db, {
      get: (target, name, receiver) => {
        if (isDown && name === 'execute') throw new Error('no route to the database');
        return Reflect.get(target, name, receiver);
      },
    });
    const feed = new LiveFeed({ ...shop.deps, db }, { ask: 5 });
    const body = feed.open(await reader());
    const text = textOf(body);
    await expect.poll(text).toContain('event: hello');
    isDown = true;
    await once(body, 'end');
    isDown = false;
    const again = textOf(feed.open(await reader()));
    await expect.poll(again).toContain('event: hello');
    feed.stop();
  });

  test('cuts off a reader that does not read, at a bound', () => {
    const stream = new EventStream('token', null, () => {});
    const cursor = { cluster: '1', snapshot: '5:5:' };
    let most = 0;
    for (let i = 0; i < 10_000 && !stream.body.destroyed; i++) {
      stream.send('changes', 'x'.repeat(1_000), cursor, 0);
      most = Math.max(most, stream.body.readableLength);
    }
    expect(stream.body.destroyed).toBe(true);
    expect(most).toBeLessThan(140_000);
  });

  test('N8 what it tells holds no word of the records', async () => {
    const feed = new LiveFeed(shop.deps, { ask: 5 });
    const text = textOf(feed.open(await reader()));
    await expect.poll(text).toContain('event: hello');
    const order = anOrder({ customerName: `Secret ${randomUUID()}`, statusToken: `token-${randomUUID()}` });
    await insertOrders(shop, [order]);
    await expect.poll(text).toContain(order.id);
    expect(text()).not.toContain('Secret');
    expect(text()).not.toContain(order.statusToken);
    feed.stop();
  });
});
