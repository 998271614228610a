import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { App } from '#server/deps.ts';
import { signIn } from '#test/admin.ts';
import { aHelper } from '#test/helpers.ts';
import { routesOf } from '#test/routes.ts';
import { shopForAll } from '#test/shop.ts';
import { guardAdmin } from '../guard.ts';
import { RIGHTS, rightOf } from './rights.ts';

const shop = shopForAll();

/** Those that are open to anybody have their own tests. */
const closedCalls = () =>
  routesOf(shop).filter(({ method, url }) => url.startsWith('/api/admin') && rightOf(method, url) !== 'anybody') as {
    method: 'GET' | 'HEAD';
    url: string;
  }[];

const withIds = (url: string) => url.replace(/:\w+/g, '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001');

/** The calls of a helper, written down a second time: a line that is added to the table by mistake shows here. */
const OF_HELPERS = [
  'GET /api/admin/account',
  'GET /api/admin/accounts',
  'GET /api/admin/accounts/:id',
  'PATCH /api/admin/account',
  'GET /api/admin/changes',
  'GET /api/admin/facts',
  'GET /api/admin/find',
  'GET /api/admin/guide/:id',
  'GET /api/admin/labels.pdf',
  'POST /api/admin/lots/pack',
  'GET /api/admin/orders',
  'GET /api/admin/orders/:id',
  'GET /api/admin/orders/:id/labels/:labelId/pdf',
  'GET /api/admin/orders/:id/lots',
  'PUT /api/admin/orders/:id/lots',
  'PATCH /api/admin/orders/:id/status',
  'PATCH /api/admin/orders/:id/tracking',
  'DELETE /api/admin/orders/:id/tracking',
  'PATCH /api/admin/orders/status',
  'GET /api/admin/passkeys',
  'POST /api/admin/passkeys',
  'PATCH /api/admin/passkeys/:id',
  'DELETE /api/admin/passkeys/:id',
  'POST /api/admin/passkeys/challenge',
  'POST /api/admin/passkeys/new/challenge',
  'GET /api/admin/password',
  'POST /api/admin/password',
  'GET /api/admin/products',
  'PATCH /api/admin/products/:id/stock',
  'GET /api/admin/products/:id/stock',
  'GET /api/admin/recovery-codes',
  'POST /api/admin/recovery-codes',
  'GET /api/admin/sessions',
  'DELETE /api/admin/sessions/:id',
  'POST /api/admin/sessions/end-others',
  'GET /api/admin/slip-words',
  'GET /api/admin/summary',
  'GET /api/admin/summary/today',
  'GET /api/admin/wholesalers',
  'GET /api/admin/wholesalers/:id',
  'PATCH /api/admin/wholesalers/:id/notes',
  'PATCH /api/admin/wholesalers/:id/status',
];

describe('S21 S31 each admin call, by nobody, a helper and the owner', () => {
  test('every call has a line, and every line a call', () => {
    const calls = routesOf(shop)
      .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/admin'))
      .map(({ method, url }) => `${method} ${url}`);
    expect(Object.keys(RIGHTS).sort()).toEqual(calls.sort());
    const ofHelpers = Object.entries(RIGHTS).flatMap(([call, right]) =>
      right !== 'anybody' && right.includes('helper') ? [call] : [],
    );
    expect(ofHelpers.sort()).toEqual([...OF_HELPERS].sort());
  });

  test('nobody gets 401, a helper 403 on an owner’s call, before body and parameters', async () => {
    const helper = await aHelper(shop);
    const owner = await signIn(shop);
    const wrong: string[] = [];
    let tried = 0;
    for (const { method, url } of closedCalls()) {
      const isHelpers = OF_HELPERS.includes(`${method === 'HEAD' ? 'GET' : method} ${url}`);
      // These calls would end the test's own session.
      if (/end-others|logout/.test(url)) continue;
      const ask = async (who: { cookie?: string }, path = withIds(url)) => {
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
        const headers = { ...who, ...(hasBody && { 'content-type': 'application/json' }) };
        const { statusCode } = await shop.app.inject({
          ...{ method, url: path, headers },
          ...(hasBody && { payload: '{broken' }),
        });
        tried += 1;
        return statusCode;
      };
      if ((await ask({})) !== 401) wrong.push(`nobody ${method} ${url}`);
      for (const path of [withIds(url), withIds(url).replace('admin', '%61dmin'), `${withIds(url)}?limit=x`]) {
        const status = await ask(helper, path);
        if (isHelpers === (status === 403) || status === 401) wrong.push(`helper ${method} ${path} ${status}`);
      }
      const status = await ask(owner);
      if (status === 401 || status === 403) wrong.push(`owner ${method} ${url} ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(600);
  });

  test('the refusal has its own code, and words in both languages', async () => {
    const helper = await aHelper(shop);
    const refused = async (language: string) => {
      const headers = { ...helper, 'accept-language': language };
      const answer = await shop.app.inject({ url: '/api/admin/stats', headers });
      return [answer.statusCode, answer.json()];
    };
    expect(await refused('en')).toEqual([
      403,
      { code: 'owner_only', message: 'Only the owner of the shop can do this.' },
    ]);
    expect(await refused('es')).toEqual([
      403,
      { code: 'owner_only', message: 'Esto solo lo puede hacer quien lleva la tienda.' },
    ]);
  });

  test('an unknown call is a 404 for a helper, as for the owner', async () => {
    const helper = await aHelper(shop);
    for (const url of ['/api/admin/nothing', '/api/admin', '/API/admin/stats']) {
      expect((await shop.app.inject({ url, headers: helper })).statusCode).toBe(404);
    }
  });

  test('control: with a call that has no line the server does not start, whatever the feature', () => {
    const app = fastify() as unknown as App;
    guardAdmin(app, shop.deps);
    const handler = () => ({});
    expect(() => app.get('/api/admin/new', handler)).toThrow('GET /api/admin/new has no line');
    expect(() => app.delete('/api/admin/orders', handler)).toThrow('DELETE /api/admin/orders has no line');
    expect(() => app.get('/api/public', handler)).not.toThrow();
    expect(() => app.get('/api/admin/orders', handler)).not.toThrow();
  });

  test('the document of all calls names the roles, and the 403', async () => {
    type Operation = { 'x-roles'?: string[]; responses: object };
    const { paths } = (await shop.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const stats = paths['/api/admin/stats']?.get;
    expect([stats?.['x-roles'], Object.keys(stats?.responses ?? {})]).toEqual([
      ['owner'],
      expect.arrayContaining(['401', '403']),
    ]);
    const orders = paths['/api/admin/orders']?.get;
    expect([orders?.['x-roles'], '403' in (orders?.responses ?? {})]).toEqual([['owner', 'helper'], false]);
    expect(paths['/api/admin/login']?.post?.['x-roles']).toBeUndefined();
  });
});
