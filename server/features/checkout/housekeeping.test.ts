import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippingQuotes } from '#server/features/shipping/schema.ts';
import { QUOTE_MINUTES } from '#server/features/shipping/service.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { NO_LIMITS, startedCheckout } from '#test/makers.ts';
import { forgetExpired } from './housekeeping.ts';

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
  await forgetExpired(shop.deps);
  expect(await shop.deps.db.select().from(shippingQuotes)).toHaveLength(1);
  shop.clock.advance(2 * MINUTE);
  await forgetExpired(shop.deps);
  expect(await shop.deps.db.select().from(shippingQuotes)).toEqual([]);
});
