import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHouse, startTestApp, type TestApp } from '#test/app.ts';
import { NO_LIMITS, startedCheckout } from '#test/makers.ts';
import { shippingQuotes } from './schema.ts';
import { QUOTE_MINUTES } from './service.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ env: NO_LIMITS });
});
afterAll(() => shop.close());

test('forgets quotes a day after they expired', async () => {
  await startedCheckout(shop);
  shop.clock.advance(QUOTE_MINUTES * MINUTE + DAY - MINUTE);
  await keepHouse(shop);
  expect(await shop.deps.db.select().from(shippingQuotes)).toHaveLength(1);
  shop.clock.advance(2 * MINUTE);
  await keepHouse(shop);
  expect(await shop.deps.db.select().from(shippingQuotes)).toEqual([]);
});
