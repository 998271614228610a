import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { readDocument } from './api.ts';
import { runGenerated } from './generated.ts';
import { runInjection } from './injection.ts';
import { ATTACKED_ENV, buy, fillShop, type Known, know, SHOWS_WHAT_WAS_STORED } from './known.ts';
import { startControlShop } from './vulnerable-shop.ts';

/* `npm run lab -- attacks` does all of this at full size, against the running program. */

let shop: TestApp;
let url: string;
let known: Known;
beforeAll(async () => {
  shop = await startTestApp({ env: { ...ATTACKED_ENV, ADMIN_PASSWORD: TEST_PASSWORD, TRUST_PROXY: 'true' } });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
  known = await fillShop(url);
});
afterAll(() => shop.close());

test('N9: 1,000 generated requests to every call cause no 5xx and reveal nothing; a sale works afterwards', async () => {
  const found = await runGenerated(url, await readDocument(url), {
    count: 1_000,
    seed: 20_260_101,
    know: () => know(url, known.cookie),
  });
  expect(found.hits).toEqual([]);
  expect(found.tries).toBe(1_000);
  // Most requests reach a call, and many pass its validation.
  expect(found.statuses[200]).toBeGreaterThan(100);
  expect(found.statuses[400]).toBeGreaterThan(100);
  expect(await buy(url)).toMatch(/^[0-9A-F]{8}$/);
});

/** A minute on an idle machine. */
const LONG = { timeout: 600_000 };
test('E1: the injection corpus in every field, path, query and header gives nothing away', LONG, async () => {
  const found = await runInjection(url, await readDocument(url), await know(url, known.cookie), {
    ways: ['breaking', 'computing'],
    later: SHOWS_WHAT_WAS_STORED,
  });
  expect(found.hits).toEqual([]);
  expect(found.places).toBeGreaterThan(100);
});

test('E1 N9 control: both detect the three careless calls of a shop, and none of its careful twin', async () => {
  const careless = await startControlShop({ isCareless: true });
  const generated = await runGenerated(careless.url, careless.document, {
    count: 300,
    seed: 1,
    know: async () => careless.known,
  });
  const injected = await runInjection(careless.url, careless.document, careless.known, {
    ways: ['breaking', 'computing'],
  });
  await careless.close();
  expect(generated.hits.join()).toContain('answered 500');
  for (const place of ['GET /api/boxes (query q)', 'GET /api/boxes/{id} (path id)', 'POST /api/notes (body text)']) {
    expect(injected.hits.filter((hit) => hit.startsWith(place))).not.toEqual([]);
  }
  const careful = await startControlShop({ isCareless: false });
  const nothing = await runInjection(careful.url, careful.document, careful.known, { ways: ['breaking', 'computing'] });
  await careful.close();
  expect(nothing.hits).toEqual([]);
});
