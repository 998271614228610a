import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics } from '#server/metrics.ts';
import { shopForAll } from '#test/shop.ts';
import { watchDisk } from './disk.ts';
import { addHealth } from './health.ts';

const shop = shopForAll();

test('healthz and readyz answer 200 while the database answers', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await shop.app.inject(url)).statusCode).toBe(200);
});

test('readyz and the metrics report a full disk, while reads are served', async () => {
  const metrics = createMetrics();
  let blocks = 5_000;
  const app = fastify();
  const disk = watchDisk({ config: shop.config, metrics }, async () => ({ bavail: blocks, bsize: 4_096, blocks: 1e6 }));
  addHealth(app, shop.deps.connection, disk);
  const look = async () => {
    const answer = await app.inject('/readyz');
    const gauges = (await metrics.registry.text()).match(/^shop_disk_\w+ \d+$/gm);
    return [answer.statusCode, answer.json().disk, ...(gauges ?? [])];
  };
  expect(await look()).toEqual([200, 'ok', 'shop_disk_free_bytes 20480000', 'shop_disk_full 0']);
  blocks = 4_095;
  expect(await look()).toEqual([200, 'full', 'shop_disk_free_bytes 16773120', 'shop_disk_full 1']);
  blocks = 5_000;
  expect(await look()).toEqual([200, 'ok', 'shop_disk_free_bytes 20480000', 'shop_disk_full 0']);
  await app.close();
  // The real disk, through the whole server.
  expect((await shop.app.inject('/readyz')).json().disk).toMatch(/^(ok|full)$/);
});

test('an unknown call under /api is a 404 with a message', async () => {
  const answer = await shop.app.inject('/api/nothing');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ message: expect.any(String) });
});
