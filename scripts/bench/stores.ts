import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import en from '#brand/texts/en/stores.json' with { type: 'json' };
import { findStores, type StoreQuery } from '#client/features/stores/finder.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { storeLocations } from '#server/db/schema.ts';
import type { PublicStoreLocation } from '#shared/stores.ts';
import { findBrowser } from '#test/browser.ts';
import { startProgram } from '#test/program.ts';
import { CELL_HEADS, cells, ms, type Section, sumUp } from './report.ts';

const COUNT = 5_000;
const ROUNDS = 200;
const KEY_EVERY_MS = 80;
const TYPED = ['palmetto gas 33', '33140', 'cafe hialeah'];
const MIAMI = { latitude: 25.7617, longitude: -80.1918 };

/** The store finder over 5,000 stores: its function alone, and the page while somebody types. */
export async function measureStores(): Promise<Section> {
  const stores = aMapOfStores();
  const rows = QUERIES.map(([name, query]) => [
    name,
    findStores(stores, query).length.toLocaleString('en-US'),
    ...cells(timeQuery(stores, query)),
  ]);
  const typing = await measureTyping(stores);
  const body = [
    `${COUNT.toLocaleString('en-US')} stores. \`findStores\` alone, ${ROUNDS} calls each, in Node:`,
    { head: ['search', 'found', ...CELL_HEADS], rows },
    `In Chromium, ${TYPED.map((text) => `“${text}”`).join(', ')} typed into the search with ${KEY_EVERY_MS} ms between ` +
      'keys. Delay is from the key to the next picture (Event Timing, in steps of 8 ms; 16 stands for “at most 16”):',
    { head: ['processor', 'keys', 'p50 ms', 'p98 ms', 'most ms', 'long tasks', 'longest ms'], rows: typing },
  ];
  return { title: 'Store finder', body };
}

const QUERIES: [string, StoreQuery][] = [
  ['all, by distance', { search: '', type: '', from: MIAMI }],
  ['a name', { search: 'palmetto', type: '', from: null }],
  ['a name, by distance', { search: 'palmetto', type: '', from: MIAMI }],
  ['a type, by distance', { search: '', type: 'grocery', from: MIAMI }],
  ['ZIP code', { search: '33140', type: '', from: MIAMI }],
  ['nothing fits', { search: 'zzzz', type: '', from: null }],
];

function timeQuery(stores: PublicStoreLocation[], query: StoreQuery) {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    findStores(stores, query);
    times.push(performance.now() - start);
  }
  return sumUp(times);
}

function aMapOfStores(): PublicStoreLocation[] {
  const names = ['Palmetto Gas', 'Bodega Ñico', 'Key Stop', 'Café La Carreta', 'Mercado Sedano', 'Vending Brickell'];
  const types = ['gas-station', 'grocery', 'convenience', 'cafe', 'grocery', 'vending'];
  const cities = ['Miami', 'Hialeah', 'Coral Gables', 'Doral', 'Homestead', 'Kendall', 'Miami Beach'];
  return Array.from({ length: COUNT }, (_, i) => ({
    id: crypto.randomUUID(),
    name: `${names[i % names.length]} ${i}`,
    storeType: types[i % types.length] ?? '',
    address: `${100 + i} NW ${(i % 170) + 1}th St, ${cities[i % cities.length]}, FL 33${String(i % 200).padStart(3, '0')}`,
    latitude: (25.4 + ((i * 37) % COUNT) / COUNT).toFixed(7),
    longitude: (-80.7 + (((i * 101) % COUNT) / COUNT) * 0.6).toFixed(7),
  }));
}

async function measureTyping(stores: PublicStoreLocation[]): Promise<(string | number)[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const connection = await connectDatabase({ databaseUrl: undefined, dataDir });
  for (let i = 0; i < COUNT; i += 500) await connection.db.insert(storeLocations).values(stores.slice(i, i + 500));
  await connection.close();
  const program = await startProgram({ env: { LOG_LEVEL: 'warn' }, dataDir });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: (string | number)[][] = [];
    for (const slowdown of [1, 4]) {
      const page = await browser.newPage();
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      rows.push([
        slowdown === 1 ? 'as it is' : `${slowdown} × slower, as a phone's`,
        ...(await type(page, program.url)),
      ]);
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs in the page before its own scripts. */
const OBSERVE = `
  window.keys = {};
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) window.keys[entry.interactionId] = Math.max(window.keys[entry.interactionId] ?? 0, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
`;

async function type(page: Page, url: string): Promise<(string | number)[]> {
  // The map's host is elsewhere; its page would be measured along with ours.
  await page.route(
    (address) => address.origin !== url,
    (route) => route.abort(),
  );
  await page.goto(`${url}/wholesale`);
  await page.locator('#stores').scrollIntoViewIfNeeded();
  const search = page.getByLabel(en.stores_search);
  await search.click();
  await search.pressSequentially('a');
  await page
    .getByText(/\d stores/)
    .first()
    .waitFor();
  await search.fill('');
  await page.waitForLoadState('networkidle');
  await page.evaluate(OBSERVE);
  let count = 0;
  for (const text of TYPED) {
    await search.pressSequentially(text, { delay: KEY_EVERY_MS });
    await search.press('ControlOrMeta+a');
    await search.press('Delete');
    count += text.length;
  }
  // What the last key has caused is on the screen, and has been observed, after two pictures.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))))',
  );
  const { keys, longTasks } = (await page.evaluate('({ keys: Object.values(keys), longTasks })')) as {
    keys: number[];
    longTasks: number[];
  };
  // A key that was answered within 16 ms is not reported at all.
  const delays = [...keys, ...Array<number>(Math.max(0, count - keys.length)).fill(16)].toSorted((a, b) => a - b);
  const p98 = delays[Math.ceil(0.98 * delays.length) - 1] ?? 16;
  const { p50, max } = sumUp(delays);
  return [count, p50, p98, max, longTasks.length, longTasks.length > 0 ? ms(Math.max(...longTasks)) : '0'];
}
