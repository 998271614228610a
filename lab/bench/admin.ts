import { NEXT_CURSOR_HEADER, PAGE_SIZE } from '#shared/core/list-limits.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { Postgres } from '#test/postgres.ts';
import { type Program, startProgram } from '#test/program.ts';
import { MAX_ORDERS, openBigDatabase, startBigPostgres } from './big-shop.ts';
import { ms, type Section, sumUp, timed } from './report.ts';
import { watchMemory } from './resident.ts';
import { logIn, PASSWORD, versionOf } from './shop.ts';

const SIZES = [1_000, 100_000, MAX_ORDERS];
const WARM_UP = 20;
const ROUNDS = 200;
/** A slow call is repeated less often than `ROUNDS`, so that the whole takes minutes. */
const CALL_LIMIT_MS = 30_000;
const ORDERS = '/api/admin/orders';

/** A program with its number of orders, logged in. */
type Shop = {
  count: number;
  program: Program;
  headers: { cookie: string };
  pages: number;
  lastCursor: string;
  number: string;
  /** The email of one of the newest orders. */
  address: string;
};

/** The dashboard's calls over HTTP with 1,000, 100,000 and 1,000,000 orders on PostgreSQL 18. */
export async function measureAdmin({ folder }: { folder: string }): Promise<Section> {
  const postgres = await startBigPostgres(folder);
  const shops: Shop[] = [];
  try {
    for (const count of SIZES) shops.push(await openShop(postgres, count));
    const rows: string[][] = [];
    let ratio = Number.NaN;
    for (const { name, path } of CALLS) {
      const times = await measureCall(shops, path);
      console.log(`${name}: p50 ${times.map(({ p50 }) => ms(p50)).join(', ')} ms`);
      const [small, , large] = times;
      if (name === 'first page' && small && large) ratio = large.p50 / small.p50;
      rows.push([name, ...times.map(({ p50, p99 }) => `${ms(p50)}, ${ms(p99)}`)]);
    }
    const [first, , last] = shops;
    if (!first || !last) throw new Error('No shop was opened');
    const csv = await measureCsv(last);
    const body = [
      `Up to ${ROUNDS} calls each over HTTP by one client, the three sizes in turns, ${PAGE_SIZE} orders a page. ` +
        `With 1,000 orders page 100 is page ${first.pages}, the last one.`,
      { head: ['call, p50 and p99 in ms', ...SIZES.map((count) => count.toLocaleString('en-US'))], rows },
      `First page at 1,000,000 orders takes ${ratio.toFixed(2)} times as long as at 1,000 (p50; allowed: 2).`,
      csv,
    ];
    return { title: `Admin on ${await versionOf(postgres)}`, body };
  } finally {
    for (const { program } of shops) await program.stop();
    await postgres.stop();
  }
}

const CALLS: { name: string; path: (shop: Shop) => string }[] = [
  { name: 'first page', path: () => `${ORDERS}?sort=newest` },
  { name: 'page 100', path: ({ lastCursor }) => `${ORDERS}?sort=newest&cursor=${lastCursor}` },
  { name: 'search, one customer', path: () => `${ORDERS}?q=${encodeURIComponent('yolanda pérez')}` },
  { name: 'search, a common last name', path: () => `${ORDERS}?q=garcia` },
  { name: 'search by a last name, highest first', path: () => `${ORDERS}?q=garcia&sort=highest` },
  // A name whose customers never bought just one box: no match among the cheapest quarter.
  { name: 'search by a first name, lowest first', path: () => `${ORDERS}?q=jose&sort=lowest` },
  { name: 'search, the recipient of a gift', path: () => `${ORDERS}?q=${encodeURIComponent('abuela quintana')}` },
  { name: 'search, an order number', path: ({ number }) => `${ORDERS}?q=${number}` },
  { name: 'search, a whole mail address', path: ({ address }) => `${ORDERS}?q=${encodeURIComponent(address)}` },
  { name: 'search, nearly every order fits', path: () => `${ORDERS}?q=customer` },
  { name: 'search that finds nothing', path: () => `${ORDERS}?q=nobodyatall` },
  { name: 'status pending', path: () => `${ORDERS}?status=pending` },
  { name: 'status cancelled, lowest first', path: () => `${ORDERS}?status=cancelled&sort=lowest` },
  { name: 'customers, first page', path: () => '/api/admin/customers?sort=newest' },
  { name: 'customers, highest first', path: () => '/api/admin/customers?sort=highest' },
  {
    name: 'customers, a common last name with most orders first',
    path: () => '/api/admin/customers?q=garcia&sort=most',
  },
  {
    name: 'customers, a whole mail address',
    path: ({ address }) => `/api/admin/customers?q=${encodeURIComponent(address)}`,
  },
  // A missing address; many have its first word.
  { name: 'customers, words of an address', path: () => '/api/admin/customers?q=yolanda.perez%40customer.example' },
  { name: 'stats of a year', path: () => '/api/admin/stats?from=2026-01-01&until=2026-12-31' },
  { name: 'summary', path: () => '/api/admin/summary' },
  { name: 'chart, 30 days', path: () => '/api/admin/stats?range=30d' },
  { name: 'chart, 12 months', path: () => '/api/admin/stats?range=12m' },
];

async function openShop(postgres: Postgres, count: number): Promise<Shop> {
  const url = await openBigDatabase(postgres, count);
  const program = await startProgram({
    env: { DATABASE_URL: url, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' },
  });
  const headers = { cookie: await logIn(program.url) };
  const latest = (await (await fetch(`${program.url}${ORDERS}?limit=${PAGE_SIZE}`, { headers })).json()) as Order[];
  const number = orderNumber(latest[0]?.id ?? '');
  const address = latest.find(({ email }) => /^[!-~]+$/.test(email))?.email ?? '';
  const shop = { count, program, headers, pages: 1, lastCursor: '', number, address };
  for (let next = await nextCursor(shop); next && shop.pages < 100; next = await nextCursor(shop)) {
    shop.lastCursor = next;
    shop.pages += 1;
  }
  return shop;
}

async function nextCursor({ program, headers, lastCursor }: Shop): Promise<string | null> {
  const cursor = lastCursor && `&cursor=${lastCursor}`;
  const answer = await fetch(`${program.url}${ORDERS}?sort=newest${cursor}`, { headers });
  await answer.arrayBuffer();
  return answer.headers.get(NEXT_CURSOR_HEADER);
}

async function measureCall(shops: Shop[], path: (shop: Shop) => string) {
  await callInTurns(shops, path, { rounds: WARM_UP, limitMs: CALL_LIMIT_MS / 4 });
  return (await callInTurns(shops, path, { rounds: ROUNDS, limitMs: CALL_LIMIT_MS })).map(sumUp);
}

/** Alternates between the sizes, so that other load affects all alike; at least one round. */
async function callInTurns(
  shops: Shop[],
  path: (shop: Shop) => string,
  { rounds, limitMs }: { rounds: number; limitMs: number },
): Promise<number[][]> {
  const times: number[][] = shops.map(() => []);
  const end = performance.now() + limitMs;
  let round = 0;
  do {
    for (const [i, shop] of shops.entries()) times[i]?.push(await timed(() => read(shop, path(shop))));
    round += 1;
  } while (round < rounds && performance.now() < end);
  return times;
}

async function read({ program, headers }: Shop, path: string): Promise<void> {
  const answer = await fetch(program.url + path, { headers });
  const body = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${Buffer.from(body)}`);
}

async function measureCsv({ count, program, headers }: Shop): Promise<string> {
  let bytes = 0;
  let lines = 0;
  let seconds = 0;
  const { before, most } = await watchMemory(program.process.pid, async () => {
    const time = await timed(async () => {
      const { body } = await fetch(`${program.url}${ORDERS}.csv`, { headers });
      for await (const chunk of body ?? []) {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines += 1;
      }
    });
    seconds = time / 1000;
  });
  if (lines < count) throw new Error(`The CSV has ${lines} lines for ${count} orders`);
  return (
    `CSV of ${count.toLocaleString('en-US')} orders: ${(bytes / 2 ** 20).toFixed(0)} MB in ${seconds.toFixed(1)} s. ` +
    `The program's memory (resident) was ${before.toFixed(0)} MB before and at most ${most.toFixed(0)} MB, ` +
    `${(most - before).toFixed(0)} MB more.`
  );
}
