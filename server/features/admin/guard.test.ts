import { describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { routesOf } from '#test/routes.ts';
import { shopForAll } from '#test/shop.ts';
import { setAdminPassword } from './credentials.ts';

const shop = shopForAll();

const OPEN = [
  '/api/admin/login',
  '/api/admin/login/passkey',
  '/api/admin/login/passkey/challenge',
  '/api/admin/login/recovery-code',
  '/api/admin/logout',
  '/api/admin/check',
  '/api/admin/password/link',
  '/api/admin/password/by-link',
  '/api/admin/staff/invitation',
  '/api/admin/staff/invitation/accept',
];

const adminRoutes = (app: TestApp) =>
  routesOf(app).filter(({ url }) => url.startsWith('/api/admin') && !OPEN.includes(url)) as {
    method: 'GET';
    url: string;
  }[];
const withIds = (url: string) => url.replace(/:\w+/g, '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001');

test('S7 the route list has every admin call of the specification', () => {
  const listed = adminRoutes(shop).map(({ method, url }) => `${method} ${url}`);
  for (const call of [
    ...'GET /api/admin/wholesalers|PATCH /api/admin/wholesalers/:id/status'.split('|'),
    ...'DELETE /api/admin/wholesalers/:id|GET /api/admin/orders|GET /api/admin/orders/:id'.split('|'),
    ...'PATCH /api/admin/orders/:id/status|PATCH /api/admin/orders/:id/tracking'.split('|'),
    ...'GET /api/admin/store-locations|POST /api/admin/store-locations'.split('|'),
    ...'PATCH /api/admin/store-locations/:id|DELETE /api/admin/store-locations/:id'.split('|'),
  ]) {
    expect(listed).toContain(call);
  }
});

describe('S7 without a session', () => {
  test('every admin route and its HEAD, OPTIONS, case, slash and encoded variants answer 401 before its body', async () => {
    const open: string[] = [];
    let tried = 0;
    for (const { method, url } of adminRoutes(shop)) {
      const path = withIds(url);
      const variants = [
        path,
        `${path}/`,
        path.toUpperCase(),
        path.replace('/api/', '//api//'),
        path.replace('admin', '%61dmin'),
      ];
      for (const variant of variants) {
        for (const verb of new Set([method, 'GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'PUT'] as const)) {
          const broken = ['POST', 'PATCH', 'PUT'].includes(verb)
            ? { payload: '{broken', headers: { 'content-type': 'application/json' } }
            : {};
          const { statusCode } = await shop.app.inject({ method: verb, url: variant, ...broken });
          tried += 1;
          if (statusCode !== 401) open.push(`${verb} ${variant} ${statusCode}`);
        }
      }
    }
    expect(tried).toBeGreaterThan(500);
    expect(open).toEqual([]);
  });

  test('an unknown admin call, a login by another method and a forged cookie answer 401 too', async () => {
    for (const url of [
      '/api/admin',
      '/api/admin/',
      '/api/admin/nothing',
      '/api/admin/login',
      '/api/admin/LOGOUT',
      `/api/admin/orders/${'x'.repeat(100)}`,
    ]) {
      const headers = { cookie: `admin=${'A'.repeat(43)}` };
      expect((await shop.app.inject({ url, headers })).statusCode).toBe(401);
    }
  });
});

/** Two instances of one shop on one database, as behind a load balancer. */
async function twoInstances(env: Record<string, string> = {}) {
  const first = await startTestApp({ env });
  const { database } = first;
  const connection = database.url
    ? await connectDatabase({ databaseUrl: database.url, dataDir: '' })
    : database.connection;
  const second = await startTestApp({ env, database: { ...database, connection } });
  return {
    first,
    second,
    close: async () => {
      await second.close();
      if (connection !== database.connection) await connection.close();
      await first.close();
    },
  };
}

describe('S5 N7 F7 on two instances a cookie opens no admin call', () => {
  const OWN = 'the first password';
  const ENDS: [how: string, end: (shops: { first: TestApp; second: TestApp }, cookie: string) => unknown][] = [
    [
      'after logout on one of them',
      ({ second }, cookie) => second.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie } }),
    ],
    ['after another password was set beside them', ({ first }) => setAdminPassword(first.deps, 'the second password')],
    [
      'after 12 idle hours',
      ({ first, second }) => [first, second].map((app) => app.clock.advance(12 * 3_600_000 + 1_000)),
    ],
  ];

  test.each(ENDS)('%s', async (_how, end) => {
    const shops = await twoInstances({ ADMIN_PASSWORD: '' });
    await setAdminPassword(shops.first.deps, OWN);
    const headers = await signIn(shops.first, OWN);
    const replay = async (methods: readonly string[]) => {
      const statuses: [call: string, status: number][] = [];
      for (const app of [shops.first, shops.second]) {
        for (const { method, url } of adminRoutes(app)) {
          if (!methods.includes(method)) continue;
          const { statusCode } = await app.app.inject({ method, url: withIds(url), headers });
          statuses.push([`${method} ${url}`, statusCode]);
        }
      }
      return statuses;
    };
    // The control: before the logout, the same cookie passes the guard of every read.
    const before = await replay(['GET']);
    expect(before.filter(([, status]) => status === 401)).toEqual([]);
    await end(shops, headers.cookie);
    const after = await replay(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);
    expect(after.filter(([, status]) => status !== 401)).toEqual([]);
    expect(after.length).toBeGreaterThan(60);
    await shops.close();
  });
});

describe('S8 writes from elsewhere', () => {
  const send = (headers: Record<string, string | undefined>) =>
    shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { host: 'localhost:3000', ...headers } });

  test('are refused by origin or by what the browser says of the site', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:9999' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://evil.localhost:3000' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await send(headers)).statusCode).toBe(403);
    }
  });

  test('pass from our own pages, from this machine, and from programs', async () => {
    for (const headers of [
      { origin: 'http://localhost:3000' },
      { origin: 'http://127.0.0.1:4321', host: '127.0.0.1:4321' },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ]) {
      expect((await send(headers)).statusCode).toBe(200);
    }
  });

  test('as a form or text are refused, and no answer allows another origin', async () => {
    const headers = await signIn(shop);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/admin/login',
        headers: { ...headers, 'content-type': type },
        payload: '{"password":"x"}',
      });
      expect(answer.statusCode).toBe(415);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('a signed-in call may answer late: its connection is not cut after 30 seconds, as a stranger’s is', async () => {
  const own = await startTestApp();
  const set: number[] = [];
  own.app.server.on('connection', (socket) => {
    const setTimeout = socket.setTimeout.bind(socket);
    socket.setTimeout = (ms, ...rest) => {
      set.push(ms);
      return setTimeout(ms, ...rest);
    };
  });
  try {
    const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
    expect((await fetch(`${url}/api/admin/products`)).status).toBe(401);
    expect(set.every((ms) => ms <= 30_000)).toBe(true);
    const headers = await signIn(own);
    expect((await fetch(`${url}/api/admin/products`, { headers })).status).toBe(200);
    expect(Math.max(...set)).toBe(600_000);
  } finally {
    await own.close();
  }
});
