import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { TEMPLATE_KEYS } from '#shared/emails/emails.ts';
import { aNewYorkAddress, anInquiry } from '#test/makers.ts';
import { freePort } from '#test/postgres.ts';
import { COFFEE, makeSecondBrand } from './make.ts';
import { type TraceFinder, traceFinder } from './traces.ts';

const PASSWORD = 'pecans and praline';
const BINARY = new Set(['.avif', '.webp', '.jpg', '.png', '.woff2', '.br', '.gz']);
const folder = mkdtempSync(join(tmpdir(), 'shop-brand-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const node = resolve('node_modules/.bin/node');

/** A copy of the working files with an owner's `my-brand/`; packages are shared. */
async function makeCopy(): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0')) {
    if (file === '' || !existsSync(file) || /^(docs|e2e|test)\//.test(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await makeSecondBrand('brand', join(folder, 'my-brand'));
}

/** Traces in every file of the build that contains words; and no file is one of the first brand's own. */
function searchBuild(find: TraceFinder): string[] {
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  const firsts = new Map(readdirSync('brand/images').map((name) => [hash(join('brand/images', name)), name]));
  const traces: string[] = [];
  for (const entry of readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    const first = firsts.get(hash(path));
    if (first) traces.push(`${name}: is brand/images/${first}`);
    if (BINARY.has(extname(path))) continue;
    // Visitors do not see the server's own file: its texts are searched below, in its answers.
    const isCode = name.startsWith(join('dist', 'server'));
    traces.push(...find(readFileSync(path, 'utf8'), { isCode }).map((trace) => `${name}: ${trace}`));
  }
  return traces;
}

/**
 * Traces in the output of the running shop: pages, calls, refusals, mails, the admin's texts, and the first lines on
 * the console.
 */
async function searchShop(find: TraceFinder): Promise<string[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const shop = spawn(node, ['dist/server/main.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const traces: string[] = [];
  let calls = 0;
  let output = '';
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += chunk));
  const search = (name: string, content: string) => {
    calls += 1;
    traces.push(...find(content).map((trace) => `${name}: ${trace}`));
    return content;
  };
  try {
    for (let i = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; i++) {
      if (i > 300 || shop.exitCode !== null) throw new Error(`The shop does not start:\n${output}`);
      await new Promise((done) => setTimeout(done, 200));
    }
    let cookie = '';
    const call = async (path: string, body?: object, language = 'en') => {
      const answer = await fetch(url + path, {
        headers: { 'content-type': 'application/json', 'accept-language': language, cookie },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] || cookie;
      return search(`${path} (${language})`, await answer.text());
    };

    for (const language of LANGUAGES) {
      for (const path of ['/', '/about', '/product', '/shop', '/wholesale', '/contact', '/nothing', '/order/x']) {
        await call(path, undefined, language);
      }
      for (const path of ['/api/nothing', '/api/orders/x', '/api/admin/orders']) await call(path, undefined, language);
      for (const path of ['/api/shipping-rates', '/api/wholesale-inquiries', '/api/confirm-order']) {
        await call(path, {}, language);
      }
    }
    for (const path of ['/line-sheet.html', '/manifest.webmanifest', '/sitemap.xml', '/robots.txt', '/admin/login']) {
      await call(path);
    }
    await call('/api/openapi.json');
    await call('/api/store-locations');

    for (const preferredLanguage of LANGUAGES) {
      const addressData = aNewYorkAddress({ preferredLanguage });
      const cartItems = [{ id: COFFEE.products[0]?.id, quantity: 1 }];
      const { rates } = JSON.parse(
        await call('/api/shipping-rates', { items: cartItems, shippingAddress: addressData }),
      );
      const { clientSecret } = JSON.parse(
        await call('/api/create-payment-intent', {
          cartItems,
          addressData,
          shippingData: {
            shippingCost: rates[0].amount,
            shippingMethod: rates[0].servicelevel.name,
            shippingCarrier: rates[0].carrier,
          },
        }),
      );
      const paymentIntentId = clientSecret.split('_secret_')[0];
      const card = { clientSecret, cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
      await call(`/api/sandbox-payments/${paymentIntentId}/confirm`, card);
      const { statusUrl } = JSON.parse(await call('/api/confirm-order', { paymentIntentId, clientSecret }));
      await call(`/api${statusUrl.replace('/order/', '/orders/')}`);
      const email = `rosa.${preferredLanguage}@corner.example`;
      await call('/api/wholesale-inquiries', anInquiry({ email, location: 'New York', preferredLanguage }));
    }

    await call('/api/admin/login', { password: PASSWORD });
    const orders = JSON.parse(await call('/api/admin/orders'));
    expect(orders).toHaveLength(2);
    await call('/api/admin/orders.csv');
    await call('/api/admin/email-templates/defaults');
    for (const templateKey of TEMPLATE_KEYS) {
      for (const language of LANGUAGES) {
        const template = { templateKey, language, subject: 'x', body: BODY };
        await call('/api/admin/email-templates/preview', template);
      }
    }
    const mails: { id: string }[] = JSON.parse(await call('/api/admin/emails'));
    // Each order and each inquiry caused two.
    expect(mails).toHaveLength(8);
    for (const { id } of mails) await call(`/api/admin/emails/${id}`);
    search('the console', output);
    expect(calls).toBeGreaterThan(60);
    return traces;
  } finally {
    shop.kill('SIGTERM');
    await new Promise((done) => shop.once('close', done));
  }
}

/** Contains every placeholder, so that the preview's sample data is visible. */
const BODY = ['location', 'shippingAddress', 'orderItems', 'phone', 'email', 'message', 'brandName', 'businessName']
  .map((name) => `{{${name}}}`)
  .join('\n\n');

/** The control: in the first brand's own shop the search finds traces at once, and ignores names in the code. */
test('the search finds a text, a fact, a colour and a word of the first brand, and no name of a colour', async () => {
  const find = await traceFinder(FIRST_BRAND);
  expect(find('<p>Two crackers, one slab of guava.</p>')).toContain('Two crackers, one slab of guava.');
  expect(find('{"telephone":"+1 305-555-0142"}')).toEqual(['+1 305-555-0142']);
  expect(find('a{color:#A81D3A}')).toEqual(['#a81d3a']);
  expect(find('The best in Miami')).toEqual(['Miami', '…The best in Miami…']);
  expect(find('<a class="bg-brand text-ground">Shop</a><img src="/assets/images/box20Cortadito-1-240.avif">')).toEqual(
    [],
  );
});

test('a shop built with another brand shows nothing of the first: build, answers, mails, console', async () => {
  await makeCopy();
  const find = await traceFinder('brand', join(folder, 'my-brand'));
  // With its own brand, regardless of this process's setting.
  const { BRAND: _, ...env } = process.env;
  const built = spawnSync(node, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8', env });
  expect(built.status, built.stderr).toBe(0);
  // It is built with NODE_ENV=test here: visitors must still get React for production.
  const assets = join(folder, 'dist/client/assets');
  const code = readdirSync(assets).flatMap((name) =>
    name.endsWith('.js') ? readFileSync(join(assets, name), 'utf8') : [],
  );
  const isSmall = code.some((each) => each.includes('Minified React error'));
  expect([process.env.NODE_ENV, isSmall]).toEqual(['test', true]);
  expect(searchBuild(find)).toEqual([]);
  expect(await searchShop(find)).toEqual([]);
  expectCoffee();
  await expectDaysOf(COFFEE.timeZone);
}, 300_000);

/**
 * Spanish has the plain paths, all three products and sizes exist, and every sentence about hours mentions Saturday.
 */
function expectCoffee(): void {
  const page = (language: string, name: string) =>
    readFileSync(join(folder, `dist/pages/${language}/${name}.html`), 'utf8');
  const spanish = page('es', 'index');
  expect(spanish).toMatch(/rel="canonical" href="[^"?]*\/"/);
  expect(spanish).toMatch(/hreflang="x-default" href="[^"?]*\/"/);
  expect(page('en', 'index')).toMatch(/rel="canonical" href="[^"]*\/\?lang=en"/);
  for (const { name } of COFFEE.products) {
    for (const path of ['product', 'shop']) expect(page('es', path)).toContain(name.es);
    expect(spanish).toContain(name.es);
  }
  for (const text of [page('en', 'contact'), page('es', 'contact')])
    expect(text).toMatch(/Saturday, 8:00 AM|sábado, de 8:00\sa\.\sm\./);
  expect(page('en', 'contact').match(/Saturday, 8:00 AM to 1:00 PM/g)?.length).toBeGreaterThan(1);
  expect(page('en', 'product')).not.toContain('Nutrition Facts');
  expect(page('es', 'product').match(/Próximamente/g)).toHaveLength(1);
  // It has no stories: no page, no feed, and no link.
  expect(existsSync(join(folder, 'dist/pages/es/stories.html'))).toBe(false);
  expect(existsSync(join(folder, 'dist/client/stories'))).toBe(false);
  expect(readFileSync(join(folder, 'dist/client/sitemap.xml'), 'utf8')).not.toContain('/stories');
  expect(spanish).not.toContain('/stories');
}

/** The shop has run with its own zone: its database now separates days by it. */
async function expectDaysOf(zone: string): Promise<void> {
  const place = { databaseUrl: undefined, dataDir: join(folder, 'data'), isMaintenance: true };
  const { db, close } = await connectDatabase(place);
  expect(await rowsOf(db, sql`select shop_time_zone() as zone`)).toEqual([{ zone }]);
  // Half past eleven in the evening in New York.
  await db.execute(sql`update orders set created_at = '2025-03-09T04:30:00Z'`);
  expect(
    await rowsOf(
      db,
      sql`select day::text, sum(orders)::int as orders from order_day_parts where part = 'all' group by 1 having sum(orders) > 0`,
    ),
  ).toEqual([{ day: '2025-03-08', orders: 2 }]);
  await close();
}
