import type { AddressInfo } from 'node:net';
import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Stats } from '#shared/orders/stats.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { OTHER_SOURCES } from '#shared/visits/visits.ts';
import { signIn } from '#test/admin.ts';
import { keepHouse } from '#test/app.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { sendRaw } from '#test/raw.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { aSite } from '#test/site.ts';
import { orders } from '../orders/schema.ts';
import { MAX_WAITING_ROWS, MAX_WAITING_SOURCES, type VisitCount, VisitCounter } from './counter.ts';
import { visitDays } from './schema.ts';
import { MAX_SOURCES, storeVisits } from './service.ts';
import { startVisitWriter, writeVisits } from './writer.ts';

const PUBLIC_URL = 'https://www.shop.example';
const shop = shopForAll({ env: { PUBLIC_URL }, site: aSite(PUBLIC_URL) });
const call = adminOf(shop);
beforeEach(async () => {
  shop.deps.visits.take();
  await shop.deps.db.delete(visitDays);
  await shop.deps.db.delete(orders);
});

const BROWSER = {
  host: 'www.shop.example',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  shop.app.inject({ method, url, headers: { ...BROWSER, ...headers } });
const stored = () =>
  shop.deps.db
    .select()
    .from(visitDays)
    .orderBy(asc(visitDays.day), asc(visitDays.page), asc(visitDays.source), asc(visitDays.language));
const written = async () => {
  await writeVisits(shop.deps);
  return stored();
};
const today = () => shopDay(shop.clock.now());
const aCount = (changes: Partial<VisitCount> = {}): VisitCount => ({
  ...{ day: '2026-03-01', page: '/', source: '', language: 'en', visits: 1, views: 1 },
  ...changes,
});

describe('what is counted', () => {
  test('counts a page with source and language, on the fast path and through Fastify', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const lines = Object.entries(BROWSER).map(([name, value]) => `${name}: ${value}`);
    const send = (path: string) =>
      sendRaw(port, [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'));
    expect((await send('/about')).status).toBe(200);
    expect((await send('/about')).status).toBe(200);
    expect((await send('/about?ref=Market%20Stand')).status).toBe(200);
    expect((await send('/shop?utm_source=news&lang=es')).status).toBe(200);
    expect(await written()).toEqual([
      { day: today(), page: '/about', source: '', language: 'en', visits: 2, views: 2 },
      { day: today(), page: '/about', source: 'market-stand', language: 'en', visits: 1, views: 1 },
      { day: today(), page: '/shop', source: 'news', language: 'es', visits: 1, views: 1 },
    ]);
  });

  test('a page opened from within the shop is a view, without its source', async () => {
    await open('/about?ref=market', { referer: `${PUBLIC_URL}/shop` });
    await open('/about', { 'if-none-match': '*' });
    expect(await written()).toMatchObject([{ page: '/about', source: '', visits: 1, views: 2 }]);
  });

  test('a product has one name, whichever address and language shows it', async () => {
    for (const path of ['/product/box', '/product/caja']) {
      for (const language of ['en', 'es']) await open(path, { 'accept-language': language });
    }
    expect(await written()).toMatchObject([
      { page: '/product/box', language: 'en', visits: 2 },
      { page: '/product/box', language: 'es', visits: 2 },
    ]);
  });

  test.each([
    ['an unknown page', '/nothing'],
    ['the page of unknown ones', '/404'],
    ['a removed product', '/product/sold-for-good'],
    ['a moved product, before it arrives', '/product/old-box'],
    ['another spelling, before it arrives', '/About/'],
    ['an order', `/order/${'t'.repeat(32)}`],
    ['the admin', '/admin/login'],
    ['a file', '/favicon.svg'],
    ['an asset', '/assets/app-abc123.js'],
    ['a call', '/api/products'],
  ])('%s is not', async (_what, url) => {
    await open(url);
    expect(await written()).toEqual([]);
  });

  test('robots, prefetches, a HEAD and the signed-in owner are not counted', async () => {
    await open('/', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    await open('/', { 'sec-purpose': 'prefetch;prerender' });
    await open('/', {}, 'HEAD');
    await open('/', { ...(await signIn(shop)) });
    expect(await written()).toEqual([]);
  });

  test('a source is what the checkout stores of the same link', async () => {
    for (const source of ['Market Stand', 'market\u200b-stand', '<b>x</b>', 'a'.repeat(41), "x';--", '*']) {
      await open(`/?ref=${encodeURIComponent(source)}`);
    }
    await open('/?ref=%&utm_source=%ff');
    expect(await written()).toMatchObject([
      { source: '', visits: 5 },
      { source: 'market-stand', visits: 2 },
    ]);
  });

  test('a day is that of the shop’s time zone, from its first minute', async () => {
    let now = new Date('2026-07-02T03:59:59.999Z');
    const counter = new VisitCounter({ config: shop.config, clock: { now: () => now }, site: shop.deps.site });
    const request = { headers: BROWSER, url: '/' } as never;
    counter.count(request, '/', 'en');
    now = new Date('2026-07-02T04:00:00Z');
    counter.count(request, '/', 'en');
    expect(counter.take().map(({ day }) => day)).toEqual(['2026-07-01', '2026-07-02']);
  });

  test('no request can break it (N9)', () => {
    const counter = new VisitCounter(shop.deps);
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    const names = ['referer', 'host', 'cookie', 'cache-control', 'sec-purpose', 'purpose', 'x-moz', 'user-agent'];
    const headers = fc.dictionary(fc.constantFrom(...names), text).map((some) => ({ ...BROWSER, ...some }));
    const url = fc
      .tuple(fc.constantFrom('/?ref=', '/?utm_source=', '/?', '/about', ''), text)
      .map((both) => both.join(''));
    fc.assert(
      fc.property(headers, url, text, (some, at, path) => {
        counter.count({ headers: some, url: at } as never, path, 'en');
      }),
      { numRuns: 2_000 },
    );
    const known = counter.take().flatMap(({ source }) => source);
    expect(known.every((source) => source === '' || source === OTHER_SOURCES || source.length <= 40)).toBe(true);
  });

  test('N8 nothing of the reader is stored', async () => {
    await open('/about?email=maria@shopper.example', {
      cookie: 'device=secret',
      referer: 'https://mail.example/inbox?user=maria',
      'x-forwarded-for': '203.0.113.9',
    });
    expect(await written()).toEqual([
      { day: today(), page: '/about', source: '', language: 'en', visits: 1, views: 1 },
    ]);
  });
});

describe('a flood of invented sources', () => {
  const invented = (count: number, visits = 1) =>
    Array.from({ length: count }, (_, i) => aCount({ source: `invented-${i}`, visits, views: visits }));
  const sources = async () => (await stored()).map(({ source, visits }) => [source, visits]);

  test('fills only a part of a day’s rows; the most visited ones have their own', async () => {
    await storeVisits(shop.deps, [...invented(MAX_SOURCES + 20), aCount({ source: 'market', visits: 5, views: 5 })]);
    await storeVisits(shop.deps, [...invented(100), aCount({ source: 'late', visits: 9 }), aCount()]);
    const all = await sources();
    expect(all).toHaveLength(MAX_SOURCES + 2);
    expect(all).toContainEqual(['market', 5]);
    expect(all).toContainEqual(['', 1]);
    expect(all).toContainEqual(['invented-0', 2]);
    expect(all).toContainEqual([OTHER_SOURCES, 21 + (100 - 29) + 9]);
    await storeVisits(
      shop.deps,
      invented(MAX_SOURCES).map((count) => ({ ...count, day: '2026-03-02' })),
    );
    expect(await shop.deps.db.$count(visitDays)).toBe(all.length + MAX_SOURCES);
  });

  test('does not take the row of a source that has brought an order', async () => {
    await insertOrders(shop, [anOrder({ source: 'market' })]);
    await storeVisits(shop.deps, invented(MAX_SOURCES + 1));
    await storeVisits(shop.deps, [aCount({ source: 'market' })]);
    expect(await sources()).toContainEqual(['market', 1]);
  });

  test('takes little memory, also while the database is away', () => {
    const counter = new VisitCounter(shop.deps);
    counter.putBack(invented(MAX_WAITING_SOURCES + 30));
    const waiting = counter.take();
    expect(waiting).toHaveLength(MAX_WAITING_SOURCES + 1);
    expect(waiting.at(-1)).toMatchObject({ source: OTHER_SOURCES, visits: 30 });
    counter.putBack(Array.from({ length: MAX_WAITING_ROWS + 9 }, (_, i) => aCount({ page: `/${i}` })));
    expect(counter.take()).toHaveLength(MAX_WAITING_ROWS);
  });
});

describe('writing', () => {
  test('happens every few seconds, and once more at the stop', async () => {
    const writer = startVisitWriter(shop.deps, 20);
    await open('/about');
    await expect.poll(stored).toMatchObject([{ visits: 1 }]);
    await writer.stop();
    const idle = startVisitWriter(shop.deps, 600_000);
    await open('/about');
    await idle.stop();
    expect(await stored()).toMatchObject([{ visits: 2 }]);
  });

  test('pages are answered while the database is away, and their visits wait for it', async () => {
    let isAway = true;
    const db = new Proxy(shop.deps.db, {
      get: (target, name) => {
        if (isAway && name === 'execute') throw new Error('the database is away');
        return Reflect.get(target, name);
      },
    });
    const before = shop.logLines.length;
    const writer = startVisitWriter({ ...shop.deps, db }, 10);
    for (let i = 0; i < 3; i++) {
      expect((await open('/about?ref=market')).statusCode).toBe(200);
      await new Promise((done) => setTimeout(done, 40));
    }
    expect(await stored()).toEqual([]);
    isAway = false;
    await expect.poll(stored).toMatchObject([{ source: 'market', visits: 3, views: 3 }]);
    await writer.stop();
    const warnings = shop.logLines.slice(before).filter((line) => line.includes('visits_unwritten'));
    expect(warnings).toHaveLength(1);
  });

  test('a stop without a database ends, with a line in the log', async () => {
    const db = { execute: vi.fn().mockRejectedValue(new Error('away')) } as never;
    const writer = startVisitWriter({ ...shop.deps, db }, 600_000);
    await open('/about');
    const before = shop.logLines.length;
    await writer.stop();
    expect(shop.logLines.slice(before).join()).toContain('visits_unwritten');
  });

  test('nothing is asked of the database without a visit', async () => {
    const db = { execute: vi.fn() };
    await writeVisits({ ...shop.deps, db: db as never });
    expect(db.execute).not.toHaveBeenCalled();
  });
});

test('days are kept for 400 days', async () => {
  const daysAgo = (days: number) => shopDay(new Date(shop.clock.now().getTime() - days * 86_400_000));
  await storeVisits(
    shop.deps,
    [0, 400, 401, 500].map((days) => aCount({ day: daysAgo(days) })),
  );
  await keepHouse(shop);
  expect((await stored()).map(({ day }) => day)).toEqual([daysAgo(400), daysAgo(0)]);
});

describe('GET /api/admin/stats', () => {
  const ask = async (from: string, until: string) => {
    const answer = await call('GET', `/api/admin/stats?from=${from}&until=${until}`);
    expect(answer.statusCode).toBe(200);
    return answer.json<Stats>().visits;
  };
  const on = (day: string) => new Date(`${day}T17:00:00Z`);

  test('visits by source with their orders, and by page and language', async () => {
    await storeVisits(shop.deps, [
      aCount({ source: 'market', visits: 10, views: 10 }),
      aCount({ page: '/shop', source: 'market', language: 'es', visits: 5, views: 5 }),
      aCount({ page: '/shop', visits: 0, views: 7 }),
      aCount({ day: '2026-03-31', visits: 4, views: 4 }),
      aCount({ day: '2026-04-01', visits: 99 }),
    ]);
    await insertOrders(shop, [
      anOrder({ source: 'market', createdAt: on('2026-03-01') }),
      anOrder({ source: 'fair', createdAt: on('2026-03-31') }),
      anOrder({ source: 'market', status: 'cancelled', createdAt: on('2026-03-02') }),
      anOrder({ createdAt: on('2026-02-28') }),
    ]);
    expect(await ask('2026-03-01', '2026-03-31')).toEqual({
      since: '2026-03-01',
      visits: 19,
      views: 26,
      orders: 2,
      sources: [
        { key: 'market', visits: 15, orders: 1 },
        { key: '', visits: 4, orders: 0 },
        { key: 'fair', visits: 0, orders: 1 },
      ],
      pages: [
        { key: '/', visits: 14, views: 14 },
        { key: '/shop', visits: 5, views: 12 },
      ],
      languages: [
        { key: 'en', visits: 14, views: 21 },
        { key: 'es', visits: 5, views: 5 },
      ],
    });
  });

  test('orders from before the first counted day are not compared with visits', async () => {
    await storeVisits(shop.deps, [aCount({ day: '2026-03-10', visits: 8 })]);
    await insertOrders(shop, [anOrder({ createdAt: on('2026-03-09') }), anOrder({ createdAt: on('2026-03-10') })]);
    expect(await ask('2026-03-01', '2026-03-31')).toMatchObject({ since: '2026-03-10', visits: 8, orders: 1 });
    expect(await ask('2026-03-01', '2026-03-09')).toMatchObject({ since: '2026-03-10', visits: 0, orders: 0 });
  });

  test('a source without visits or orders is not listed', async () => {
    await storeVisits(shop.deps, [aCount({ source: 'market' }), aCount({ page: '/shop', visits: 0, views: 3 })]);
    const answer = await ask('2026-03-01', '2026-03-31');
    expect(answer).toMatchObject({ visits: 1, views: 4, sources: [{ key: 'market', visits: 1, orders: 0 }] });
  });

  test('without visits the answer says so; without days it has none', async () => {
    await insertOrders(shop, [anOrder()]);
    expect(await ask('2026-01-01', '2026-12-31')).toMatchObject({ since: null, visits: 0, orders: 0, sources: [] });
    expect((await call('GET', '/api/admin/stats')).json()).not.toHaveProperty('visits');
  });
});
