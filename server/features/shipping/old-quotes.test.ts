import { expect, test } from 'vitest';
import { keepHouse } from '#test/app.ts';
import { NO_LIMITS, startedCheckout } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { shippingQuotes } from './schema.ts';
import { QUOTE_MINUTES } from './service.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const shop = shopForAll({ env: NO_LIMITS });

test('forgets quotes a day after they expired', async () => {
  await startedCheckout(shop);
  shop.clock.advance(QUOTE_MINUTES * MINUTE + DAY - MINUTE);
  await keepHouse(shop);
  expect(await shop.deps.db.select().from(shippingQuotes)).toHaveLength(1);
  shop.clock.advance(2 * MINUTE);
  await keepHouse(shop);
  expect(await shop.deps.db.select().from(shippingQuotes)).toEqual([]);
});
