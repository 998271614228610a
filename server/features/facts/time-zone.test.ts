import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { facts as brand } from '#brand/facts.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { nightOf } from '#server/features/backup/nightly.ts';
import { csvTime } from '#server/plugins/tables/csv-headings.ts';
import type { Changed } from '#shared/content/item.ts';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import { promiseAt, shopCalendar } from '#shared/shipping/promises.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { SHOP_ZONES, shopZone } from '#shared/shipping/shop-zone.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { followTimeZone } from './time-zone.ts';

const shop = shopForAll();
const call = adminOf(shop);
afterEach(async () => {
  await call('DELETE', `${PATH}?version=${(await read()).version}`);
  await shop.deps.connection.countDays(brand.timeZone);
});

const PATH = '/api/admin/facts';
const HONOLULU = 'Pacific/Honolulu';
/** Half past midnight of July 1 in New York, in the evening of June 30 in Honolulu. */
const MOMENT = new Date('2026-07-01T04:30:00Z');

const read = async () => (await call('GET', PATH)).json<AdminFacts>();
const put = async (timeZone: string, isPublished = true) => {
  const { version, origin: _, changed: __, published: ___, ...facts } = await read();
  return call('PUT', PATH, { ...facts, timeZone, version, publish: isPublished });
};
const countedIn = async () => {
  const [row] = await rowsOf<{ zone: string }>(shop.deps.db, sql`select shop_time_zone() as zone`);
  return row?.zone;
};
const days = async () => {
  const rows = await rowsOf<{ day: string }>(
    shop.deps.db,
    sql`select day::text from order_day_parts where part = 'all' group by 1 having sum(orders) <> 0 order by 1`,
  );
  return rows.map(({ day }) => day);
};

test('a published time zone decides the days of promises, lists and stats; a revert restores the old', async () => {
  await insertOrders(shop, [anOrder({ createdAt: MOMENT })]);
  const seen = () => ({
    day: shopDay(MOMENT),
    night: nightOf(new Date('2026-07-01T08:00:00Z'), 3),
    csv: csvTime(MOMENT.toISOString()),
    // Half past noon in Honolulu, after the cut-off in New York.
    ships: promiseAt(new Date('2026-07-01T22:30:00Z'), 2, shopCalendar(shop.deps.shippingRules())).shipBy,
  });
  const inNewYork = seen();
  expect(inNewYork).toMatchObject({ day: '2026-07-01', night: '2026-07-01', csv: '2026-07-01 00:30:00' });
  expect(await days()).toEqual(['2026-07-01']);

  await put(HONOLULU, false);
  expect(seen()).toEqual(inNewYork);
  const { revision } = (await put(HONOLULU)).json<Changed<AdminFacts>>();
  expect(shop.deps.facts().timeZone).toBe(HONOLULU);
  expect(seen()).toMatchObject({ day: '2026-06-30', night: '2026-06-30', csv: '2026-06-30 18:30:00' });
  expect(seen().ships < inNewYork.ships).toBe(true);
  await expect.poll(countedIn).toBe(HONOLULU);
  expect(await days()).toEqual(['2026-06-30']);
  // An order placed now counts by the same days.
  await insertOrders(shop, [anOrder({ createdAt: new Date('2026-07-01T11:00:00Z') })]);
  expect(await days()).toEqual(['2026-06-30', '2026-07-01']);

  await call('POST', `/api/admin/revisions/${revision}/restore`);
  expect(seen()).toEqual(inNewYork);
  await expect.poll(countedIn).toBe(brand.timeZone);
  expect(await days()).toEqual(['2026-07-01']);
});

test('an instance that does not know the new zone yet does not revert the recount', async () => {
  await put(HONOLULU);
  await expect.poll(countedIn).toBe(HONOLULU);
  const { connection, db } = shop.deps;
  expect(await Promise.all([1, 2, 3].map(() => connection.countDays(brand.timeZone)))).toEqual([false, false, false]);
  expect(await countedIn()).toBe(HONOLULU);
  // The control: if callers passed the zone, it would be set back.
  await db.execute(sql`select count_days_in(${brand.timeZone})`);
  expect(await countedIn()).toBe(brand.timeZone);
  expect(await connection.countDays(brand.timeZone)).toBe(true);
  expect(await countedIn()).toBe(HONOLULU);
});

test('an interrupted recount is finished by the next, and a stop waits for a running one', async () => {
  const { content, log } = shop.deps;
  const counted: (() => void)[] = [];
  let isBroken = true;
  const countDays = async () => {
    if (isBroken) throw new Error('Connection terminated unexpectedly');
    await new Promise<void>((done) => counted.push(done));
    return true;
  };
  const timeZone = followTimeZone({ content, log, connection: { countDays } });
  await timeZone.count();
  expect(shop.logLines.join('')).toContain('could not be counted by the time zone');
  isBroken = false;
  let isStopped = false;
  const second = timeZone.count();
  const stopped = timeZone.stop().then(() => {
    isStopped = true;
  });
  await expect.poll(() => counted.length).toBe(1);
  expect(isStopped).toBe(false);
  counted[0]?.();
  await Promise.all([second, stopped]);
  expect(shop.logLines.join('')).toContain('days_counted');
});

test.each(['Mars/Olympus', '', 'america/new_york', 'UTC; drop table orders', null])(
  '%j is no time zone',
  async (name) => {
    const answer = await put(name as string);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues).toMatchObject([{ path: 'timeZone' }]);
    expect(shopZone()).toBe(brand.timeZone);
  },
);

test('database and browsers know each zone that can be chosen', async () => {
  expect(SHOP_ZONES).toContain(brand.timeZone);
  for (const zone of SHOP_ZONES) {
    const [row] = await rowsOf<{ local: string }>(
      shop.deps.db,
      sql`select to_char(${MOMENT.toISOString()}::timestamptz at time zone ${zone}::text, 'YYYY-MM-DD HH24:MI') as local`,
    );
    const text = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    expect(row?.local, zone).toBe(text.format(MOMENT));
  }
});
