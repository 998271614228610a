import { get } from 'node:http';
import { chromium, type Page } from '@playwright/test';
import en from '#brand/texts/en/stores.json' with { type: 'json' };
import { findStores, type StoreQuery } from '#client/features/stores/finder.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { storeLocations } from '#server/features/stores/schema.ts';
import type { PublicStoreLocation } from '#shared/stores.ts';
import { findBrowser } from '#test/browser.ts';
import { startProgram } from '#test/program.ts';
import { CELL_HEADS, cells, type Section, sumUp, timed } from './report.ts';
import { measureResponses, RESPONSE_HEADS, RESPONSE_WORDS, SLOWDOWNS, slowDown } from './responses.ts';
import { newDataDir } from './shop.ts';

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
  const { list, typing } = await measureProgram(stores);
  const body = [
    `${COUNT.toLocaleString('en-US')} stores. \`findStores\` alone, ${ROUNDS} calls each, in Node:`,
    { head: ['search', 'found', ...CELL_HEADS], rows },
    `GET /api/store-locations, ${ROUNDS} calls each over HTTP by one client, PGlite:`,
    { head: ['answer', 'KB', ...CELL_HEADS], rows: list },
    `In Chromium, ${TYPED.map((text) => `“${text}”`).join(', ')} typed into the search with ${KEY_EVERY_MS} ms between ` +
      `keys. Delay is from the key ${RESPONSE_WORDS}:`,
    { head: ['processor', 'keys', ...RESPONSE_HEADS], rows: typing },
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

async function measureProgram(stores: PublicStoreLocation[]) {
  const folder = newDataDir();
  const connection = await connectDatabase({ databaseUrl: undefined, dataDir: folder.path });
  for (let i = 0; i < COUNT; i += 500) await connection.db.insert(storeLocations).values(stores.slice(i, i + 500));
  await connection.close();
  const program = await startProgram({ env: { LOG_LEVEL: 'warn' }, dataDir: folder.path });
  try {
    return { list: await measureList(`${program.url}/api/store-locations`), typing: await measureTyping(program.url) };
  } finally {
    await program.stop();
    folder.remove();
  }
}

async function measureList(url: string): Promise<(string | number)[][]> {
  const { etag = '' } = await read(url, { 'accept-encoding': 'br' });
  const cases: [string, Record<string, string>][] = [
    ['plain', {}],
    ['Brotli', { 'accept-encoding': 'br' }],
    ['gzip', { 'accept-encoding': 'gzip' }],
    ['304, as for a reader who comes again', { 'accept-encoding': 'br', 'if-none-match': etag }],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, headers] of cases) {
    const { bytes } = await read(url, headers);
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) times.push(await timed(() => read(url, headers)));
    rows.push([name, (bytes / 1000).toFixed(1), ...cells(sumUp(times))]);
  }
  return rows;
}

/** The answer's body as it goes over the wire, counted. */
function read(url: string, headers: Record<string, string>): Promise<{ bytes: number; etag: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', reject);
      answer.on('end', () => resolve({ bytes, etag: answer.headers.etag }));
    }).on('error', reject);
  });
}

async function measureTyping(url: string): Promise<(string | number)[][]> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: (string | number)[][] = [];
    for (const [rate, processor] of SLOWDOWNS) {
      const page = await browser.newPage();
      await slowDown(page, rate);
      rows.push([processor, ...(await type(page, url))]);
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function type(page: Page, url: string): Promise<(string | number)[]> {
  // The map's host is outside; its page would be measured as well.
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
  const count = TYPED.join('').length;
  const row = await measureResponses(page, async () => {
    for (const text of TYPED) {
      await search.pressSequentially(text, { delay: KEY_EVERY_MS });
      await search.press('ControlOrMeta+a');
      await search.press('Delete');
    }
    return count;
  });
  return [count, ...row];
}
