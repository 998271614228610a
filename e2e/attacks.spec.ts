import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#test/browser.ts';
import { freePort } from '#test/postgres.ts';
import type { Program } from '#test/program.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { buy, expect, inquire, PASSWORD, startAdminShop, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

/* S8: writes that other sites make in the admin's browser. */

const HOST = 'www.shop.test';
/** An unrelated site, and one beside ours under the same domain, to which SameSite cookies are sent. */
const STRANGERS = ['evil.test', 'evil.shop.test'];

/**
 * Requests that a page of another site can make a browser send. Each script gets the shop's origin and ids of its
 * records.
 */
const FORGED: Record<string, string> = {
  'a form': `post('urlencoded', '/api/admin/store-locations', { name: 'x', address: 'x', storeType: 'x', latitude: '25', longitude: '-80' })`,
  'a form as text/plain that reads as JSON': `post('plain', '/api/admin/store-locations', { '{"name":"x","address":"x","storeType":"x","latitude":25,"longitude":-80,"a":"': '"}' })`,
  'a form with files': `post('multipart', '/api/admin/email-templates', { templateKey: 'order_confirmation', language: 'en', subject: 'x', body: 'x' })`,
  'an empty form that logs out': `post('urlencoded', '/api/admin/logout', {})`,
  'fetch without CORS, JSON as text': `ask('/api/admin/store-locations', { method: 'POST', mode: 'no-cors', body: STORE })`,
  'fetch without CORS and without a body': `ask('/api/admin/logout', { method: 'POST', mode: 'no-cors' })`,
  'fetch without CORS, a mail again': `ask('/api/admin/emails/' + ids.email + '/send', { method: 'POST', mode: 'no-cors' })`,
  'fetch with CORS and JSON': `ask('/api/admin/store-locations', { method: 'POST', headers: { 'content-type': 'application/json' }, body: STORE })`,
  'PATCH with CORS': `ask('/api/admin/orders/' + ids.order + '/status', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"status":"cancelled"}' })`,
  'DELETE with CORS': `ask('/api/admin/wholesalers/' + ids.inquiry, { method: 'DELETE' })`,
  'a beacon': `navigator.sendBeacon(shop + '/api/admin/store-locations', STORE)`,
  'a picture that asks for a change': `new Promise((done) => { const image = new Image(); image.onerror = image.onload = done; image.src = shop + '/api/admin/logout?_method=POST'; })`,
};

/** Runs in the forging page before each of them. */
const FORGER = `
  const STORE = JSON.stringify({ name: 'x', address: 'x', storeType: 'x', latitude: 25, longitude: -80 });
  const ask = (path, options) => fetch(shop + path, { credentials: 'include', ...options });
  const post = (type, path, fields) => new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.name = 'target';
    document.body.append(frame);
    const form = document.createElement('form');
    const types = { urlencoded: 'application/x-www-form-urlencoded', plain: 'text/plain', multipart: 'multipart/form-data' };
    Object.assign(form, { method: 'POST', action: shop + path, target: 'target', enctype: types[type] });
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { name, value });
      form.append(input);
    }
    document.body.append(form);
    frame.addEventListener('load', () => setTimeout(done, 50));
    form.submit();
    // A refused frame fires no event.
    setTimeout(done, 1500);
  });
`;

type Ids = { order: string; inquiry: string; email: string };

/** Other people's sites: empty pages on any host name. */
async function startStrangers(): Promise<{ port: number; close(): void }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title><body></body>'),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/**
 * A proxy in front of the shop that removes the two headers with the request's origin, as the control without the
 * check.
 */
async function startBlindProxy(program: Program): Promise<{ port: number; close(): void }> {
  const target = new URL(program.url);
  const server = createServer((request, response) => {
    const { origin: _, 'sec-fetch-site': __, ...headers } = request.headers;
    headers.host = HOST;
    const onward = httpRequest({
      port: target.port,
      host: target.hostname,
      method: request.method,
      path: request.url,
      headers,
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test.describe('S8', () => {
  // One program and one browser for all of them.
  test.describe.configure({ mode: 'serial' });
  let smtp: TestSmtp;
  let program: Program;
  let browser: Browser;
  let context: BrowserContext;
  let strangers: Awaited<ReturnType<typeof startStrangers>>;
  let origin: string;

  test.beforeAll(async () => {
    const port = await freePort();
    origin = `http://${HOST}:${port}`;
    smtp = await startSmtp();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'hola@shop.example', OWNER_EMAIL: 'owner@shop.example' };
    program = await startAdminShop({ PUBLIC_URL: origin, ...mail }, undefined, port);
    await buy(program.url);
    await inquire(program.url);
    // Queueing a sent mail again is visible; a queued one would not change.
    await expect.poll(() => smtp.received.length).toBe(4);
    strangers = await startStrangers();
    // Names of a real domain with its siblings, all on this machine.
    browser = await chromium.launch({
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'],
    });
  });
  test.afterAll(async () => {
    await browser.close();
    strangers.close();
    await program.stop();
    await smtp.close();
  });
  test.beforeEach(async () => {
    context = await browser.newContext();
  });
  test.afterEach(() => context.close());

  /** Logs in through the page and returns the existing ids. */
  async function openAsAdmin(at = origin): Promise<{ page: Page; ids: Ids }> {
    const page = await context.newPage();
    await page.goto(`${at}/admin/login`);
    const call = (method: string, path: string, body?: object) => callFrom(page, method, path, body);
    expect(await call('POST', '/api/admin/login', { password: PASSWORD })).toMatchObject({ status: 200 });
    const first = async (path: string) => ((await call('GET', path)).body as { id: string }[])[0]?.id ?? '';
    return {
      page,
      ids: {
        order: await first('/api/admin/orders?limit=1'),
        inquiry: await first('/api/admin/wholesalers?limit=1'),
        email: await first('/api/admin/emails?limit=1'),
      },
    };
  }
  /** Everything that an admin may change, as text; it needs a session. */
  function stateOf(page: Page): Promise<string> {
    const lists = ['check', 'orders', 'wholesalers', 'store-locations', 'email-templates', 'emails?limit=200'];
    return page.evaluate(async (paths) => {
      const answers = paths.map(async (path) => (await fetch(`/api/admin/${path}`)).text());
      return JSON.stringify(await Promise.all(answers));
    }, lists);
  }
  async function openStranger(name: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`http://${name}:${strangers.port}/`);
    return page;
  }
  async function forge(page: Page, script: string, ids: Ids, shop = origin): Promise<void> {
    await page.evaluate(
      `(async () => { const shop = ${JSON.stringify(shop)}; const ids = ${JSON.stringify(ids)}; ${FORGER}; await Promise.resolve(${script}).catch(() => {}); })()`,
    );
  }

  test(`S8: ${Object.keys(FORGED).length} forged requests of other pages change nothing`, FULL_TIER, async () => {
    const { page, ids } = await openAsAdmin();
    const before = await stateOf(page);
    const changed: string[] = [];
    for (const stranger of STRANGERS) {
      const foreign = await openStranger(stranger);
      for (const [what, script] of Object.entries(FORGED)) {
        await forge(foreign, script, ids);
        if ((await stateOf(page)) !== before) changed.push(`${what} from ${stranger}`);
      }
    }
    // A sandboxed frame has no origin at all.
    const nowhere = await openStranger('evil.shop.test');
    for (const [what, script] of Object.entries(FORGED)) {
      const code = `const shop = ${JSON.stringify(origin)}; const ids = ${JSON.stringify(ids)}; ${FORGER}; Promise.resolve(${script}).catch(() => {}).then(() => parent.postMessage('done', '*'));`;
      await nowhere.evaluate(
        (source) =>
          new Promise<void>((done) => {
            const frame = document.createElement('iframe');
            frame.setAttribute('sandbox', 'allow-scripts allow-forms');
            frame.srcdoc = `<body><script>${source.replaceAll('</', '<\\/')}</script></body>`;
            addEventListener('message', () => done(), { once: true });
            document.body.append(frame);
            setTimeout(done, 3000);
          }),
        code,
      );
      if ((await stateOf(page)) !== before) changed.push(`${what} from nowhere`);
    }
    expect(changed).toEqual([]);
  });

  test('S8 control: the same requests from our own pages change something', FULL_TIER, async () => {
    const { page, ids } = await openAsAdmin();
    const own = await context.newPage();
    await own.goto(`${origin}/contact`);
    const before = await stateOf(page);
    await forge(own, FORGED['fetch with CORS and JSON'] ?? '', ids);
    const added = await stateOf(page);
    expect(added).not.toBe(before);
    await forge(own, FORGED['PATCH with CORS'] ?? '', ids);
    const cancelled = await stateOf(page);
    expect(cancelled).not.toBe(added);
    await forge(own, FORGED['fetch without CORS, a mail again'] ?? '', ids);
    const again = await stateOf(page);
    expect(again).not.toBe(cancelled);
    await forge(own, FORGED['fetch without CORS and without a body'] ?? '', ids);
    expect(await callFrom(page, 'GET', '/api/admin/check')).toMatchObject({ body: { isAdmin: false } });
  });

  test(
    'S8 control: where the shop cannot see whence a request comes, a sibling logs the admin out',
    FULL_TIER,
    async () => {
      const proxy = await startBlindProxy(program);
      const blind = `http://${HOST}:${proxy.port}`;
      const { page, ids } = await openAsAdmin(blind);
      expect(await callFrom(page, 'GET', '/api/admin/check')).toMatchObject({ body: { isAdmin: true } });
      const script = FORGED['fetch without CORS and without a body'] ?? '';
      // Not from an unrelated site, to which the browser sends no cookie.
      await forge(await openStranger('evil.test'), script, ids, blind);
      expect(await callFrom(page, 'GET', '/api/admin/check')).toMatchObject({ body: { isAdmin: true } });
      await forge(await openStranger('evil.shop.test'), script, ids, blind);
      expect(await callFrom(page, 'GET', '/api/admin/check')).toMatchObject({ body: { isAdmin: false } });
      proxy.close();
    },
  );
});

/** A call from one of our own pages. */
function callFrom(page: Page, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async (call) => {
      const answer = await fetch(call.path, {
        method: call.method,
        ...(call.body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(call.body) } : {}),
      });
      return { status: answer.status, body: await answer.json().catch(() => null) };
    },
    { method, path, body },
  );
}
