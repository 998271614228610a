import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { loginFailures } from './schema.ts';

/** A clock that stands still until it is moved: attempts regenerate with time, and this machine may be slow. */
const clock = {
  moment: Date.now(),
  now: () => new Date(clock.moment),
  monotonicMs: () => clock.moment,
  advance: (ms: number) => (clock.moment += ms),
};
const SLOW = { timeout: 180_000 };
const start = (options: Parameters<typeof startTestApp>[0]) => startTestApp({ ...options, parts: () => ({ clock }) });
const PROXY = { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' };

let database: TestDatabase;
let shop: TestApp;
beforeEach(async () => {
  database = await openTestDatabase();
  shop = await start({ database, env: PROXY });
});
afterEach(async () => {
  await shop.close();
  await database.remove();
});

const guess = async (app: TestApp, address: string, password = 'wrong') =>
  (
    await app.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password },
      headers: { 'x-forwarded-for': address },
    })
  ).statusCode;
async function guessAll(app: TestApp, addresses: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < addresses.length; i += 50) {
    statuses.push(...(await Promise.all(addresses.slice(i, i + 50).map((address) => guess(app, address)))));
  }
  return statuses;
}
const fakeAddress = (i: number) => `10.${Math.floor(i / 250)}.7.${(i % 250) + 1}`;

describe('wrong passwords', () => {
  test('S1 checks five from one address, then one a minute, and returns the time to wait', SLOW, async () => {
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push(await guess(shop, '192.0.2.1'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const refused = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: TEST_PASSWORD },
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    clock.advance(60_000);
    expect(await guess(shop, '192.0.2.1', TEST_PASSWORD)).toBe(200);
  });

  test('S1 counts a /64 of IPv6 as one address and an IPv4 address in IPv6 as itself', SLOW, async () => {
    for (let i = 1; i <= 5; i++) expect(await guess(shop, `2001:db8::${i}`)).toBe(401);
    expect(await guess(shop, '2001:db8:0:0:ffff::1')).toBe(429);
    expect(await guess(shop, '2001:db8:0:1::1')).toBe(401);
    for (let i = 1; i <= 5; i++) expect(await guess(shop, '::ffff:192.0.2.9')).toBe(401);
    expect(await guess(shop, '192.0.2.9')).toBe(429);
  });

  test('S1 the owner gets in after 2,000 guesses from 500 addresses, and while these go on', SLOW, async () => {
    const addresses = Array.from({ length: 500 }, (_, i) => fakeAddress(i));
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) statuses.push(...(await guessAll(shop, addresses)));
    // The fifth try of an address is its first in the second lane.
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1980);
    clock.advance(2_000);
    expect(await guess(shop, '198.51.100.7', TEST_PASSWORD)).toBe(200);
    expect((await guessAll(shop, addresses)).filter((status) => status === 401)).toHaveLength(6);
    let opened = false;
    for (let second = 0; second < 60 && !opened; second += 5) {
      clock.advance(5_000);
      await guessAll(shop, addresses.slice(0, 50));
      opened = (await guess(shop, '198.51.100.8', TEST_PASSWORD)) === 200;
    }
    expect(opened).toBe(true);
  });

  test('S1 an invented X-Forwarded-For counts for nothing unless a proxy is trusted', SLOW, async () => {
    const direct = await start({ database, env: { LOG_LEVEL: 'silent' } });
    let checked = 0;
    for (let i = 0; i < 50; i++) if ((await guess(direct, fakeAddress(i))) === 401) checked += 1;
    expect(checked).toBe(5);
    await direct.close();
  });

  test('S1 invalid addresses passed on by a proxy count as one, in any spelling', SLOW, async () => {
    const odd = [
      'unknown',
      "1' or 1=1 --",
      randomBytes(3_000).toString('hex'),
      randomBytes(3_000).toString('hex'),
      '1.2.3',
    ];
    const statuses = [];
    for (const address of [...odd, 'another one', 'x'.repeat(4_000)]) statuses.push(await guess(shop, address));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('S1 F7 40 guesses at once on two instances: five are checked', SLOW, async () => {
    const connection = database.url
      ? await connectDatabase({ databaseUrl: database.url, dataDir: '' })
      : database.connection;
    const second = await start({ database: { ...database, connection }, env: PROXY });
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(i % 2 ? shop : second, '192.0.2.1')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    await second.close();
    if (connection !== database.connection) await connection.close();
  });

  test('S1 control: counting after a look lets more than five of 40 at once through', async () => {
    const { db } = database.connection;
    const looks = await Promise.all(Array.from({ length: 40 }, () => db.select().from(loginFailures)));
    const admitted = looks.filter(([row]) => (row?.failures ?? 0) < 5).length;
    expect(admitted).toBeGreaterThan(5);
  });

  const DAY_MS = 86_400_000;
  const right = () => guess(shop, '192.0.2.9', TEST_PASSWORD);
  const wearOut = async () => {
    for (let i = 0; i < 8; i++) await guess(shop, '192.0.2.9');
    await guessAll(
      shop,
      Array.from({ length: 60 }, (_, i) => fakeAddress(i)),
    );
  };

  test.each([
    ['a day ahead, then right', DAY_MS],
    ['two hours back', 2 * 3_600_000],
    ['a year ahead, then right', 365 * DAY_MS],
  ])('F17 a clock %s: attempts of the other time block nobody', SLOW, async (_, ms) => {
    // Attempts counted while the clock was ahead stay in the database, also for another process.
    await wearOut();
    // The control: at that time the address was exhausted.
    expect(await right()).toBe(429);
    clock.advance(-ms);
    const next = await start({ database, env: PROXY });
    expect(await guess(next, '192.0.2.9', TEST_PASSWORD)).toBe(200);
    await next.close();
    // From here on attempts are counted as usual.
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push(await guess(shop, '192.0.2.9'));
    expect(statuses.slice(-2)).toEqual([429, 429]);
    clock.advance(ms);
    expect(await right()).toBe(200);
  });
});
