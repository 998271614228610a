import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { type Background, startBackground } from './background.ts';
import type { Feature } from './feature.ts';
import { RIGHTS } from './features/admin/staff/rights.ts';
import { FEATURES } from './features.ts';
import { askControlSocket } from './plugins/control-socket.ts';

/** What the test feature has done. */
const done: string[] = [];
/** A feature needs only a folder, a line in the list, and one in the rights for each call of the admin. */
const parrot: Feature = {
  addPublicRoutes: (app) => app.get('/api/parrot', () => ({ says: 'hola' })),
  addAdminRoutes: (app) => app.get('/api/admin/parrot', () => ({ says: 'secret' })),
  jobs: { parrot: () => ({ stop: async () => void done.push('stopped') }), 'sleeping parrot': () => null },
  housekeeping: () => [async () => void done.push('cleaned')],
  commands: () => ({ parrot: async () => 'told' }),
};

const warnings: Error[] = [];
const note = (warning: Error) => warnings.push(warning);

let shop: TestApp;
beforeAll(async () => {
  process.on('warning', note);
  Object.assign(RIGHTS, { 'GET /api/admin/parrot': ['owner'] });
  shop = await startTestApp({ parts: ({ features }) => ({ features: [parrot, ...features] }) });
});
afterAll(() => {
  process.off('warning', note);
  return shop.close();
});

test('Fastify finds nothing odd in the routes of any feature', () => {
  expect(warnings.filter(({ name }) => name === 'FastifyWarning')).toEqual([]);
});

test('a feature of the list has its public routes', async () => {
  const { statusCode, body } = await shop.app.inject('/api/parrot');
  expect([statusCode, body]).toEqual([200, '{"says":"hola"}']);
});

test("the guard runs before a feature's admin routes", async () => {
  expect((await shop.app.inject('/api/admin/parrot')).statusCode).toBe(401);
  const { statusCode, body } = await shop.app.inject({ url: '/api/admin/parrot', headers: await signIn(shop) });
  expect([statusCode, body]).toEqual([200, '{"says":"secret"}']);
});

test('its jobs, its housekeeping and its commands run beside the requests', async () => {
  const background: Background[] = [];
  await startBackground(shop.deps, background);
  const names = background.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['parrot', 'time zone', 'stock', 'reconciliation', 'control socket']));
  expect(names).not.toContain('sleeping parrot');
  expect(await askControlSocket(shop.config.dataDir, 'parrot', {}, AbortSignal.timeout(10_000))).toMatchObject({
    body: 'told',
  });
  await expect.poll(() => done).toEqual(['cleaned']);
  await Promise.all(background.map(([, job]) => job.stop()));
  expect(done).toEqual(['cleaned', 'stopped']);
});

test('days are recounted before the slots of past days are merged', () => {
  const names = Object.keys(FEATURES);
  expect(names.indexOf('facts')).toBeLessThan(names.indexOf('orders'));
});
