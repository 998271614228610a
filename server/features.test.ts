import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import type { Feature } from './feature.ts';

/** A feature in one folder and one line of the list. */
const parrot: Feature = {
  addPublicRoutes: (app) => app.get('/api/parrot', () => ({ says: 'hola' })),
  addAdminRoutes: (app) => app.get('/api/admin/parrot', () => ({ says: 'secret' })),
};

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ parts: ({ features }) => ({ features: [parrot, ...features] }) });
});
afterAll(() => shop.close());

test('a feature of the list has its public routes', async () => {
  const { statusCode, body } = await shop.app.inject('/api/parrot');
  expect([statusCode, body]).toEqual([200, '{"says":"hola"}']);
});

test("the guard stands before a feature's admin routes", async () => {
  expect((await shop.app.inject('/api/admin/parrot')).statusCode).toBe(401);
  const { cookie } = await signIn(shop);
  const { statusCode, body } = await shop.app.inject({ url: '/api/admin/parrot', headers: { cookie } });
  expect([statusCode, body]).toEqual([200, '{"says":"secret"}']);
});
