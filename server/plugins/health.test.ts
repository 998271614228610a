import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

test('healthz and readyz answer while the database does', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await shop.app.inject(url)).statusCode).toBe(200);
});

test('an unknown call under /api is a 404 with a message', async () => {
  const answer = await shop.app.inject('/api/nothing');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ message: expect.any(String) });
});
