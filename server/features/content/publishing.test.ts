import { expect, inject, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/language.ts';
import type { AdminProduct, PageContent } from '#shared/products.ts';
import { prepareEngine } from '#test/engine.ts';
import { localized } from '#test/localized.ts';
import { type Program, startProgram } from '#test/program.ts';

const PASSWORD = 'guava and crackers';
const PAGES = ['/', '/about', '/product', '/shop', '/wholesale', '/contact'];

async function logIn({ url }: Program): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

async function publish({ url }: Program, cookie: string, fields: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  const products = (await (await fetch(`${url}/api/admin/products`, { headers })).json()) as AdminProduct[];
  const version = products.find(({ id }) => id === 'box40')?.version;
  const body = JSON.stringify({ ...fields, version, publish: true });
  return fetch(`${url}/api/admin/products/box40`, { method: 'PATCH', headers, body });
}

const readPage = async ({ url }: Program, path: string, language: Language) =>
  (await fetch(url + path, { headers: { 'accept-language': language } })).text();

/** What a page's data block says. */
function contentOf(html: string): PageContent {
  const [, block = ''] = /<script type="application\/json" id="content">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(block) as PageContent;
}

/** The revision of every page in every language; one, unless the site is a mixture. */
async function revisionsOf(program: Program): Promise<Set<number>> {
  const pages = LANGUAGES.flatMap((language) => PAGES.map((path) => readPage(program, path, language)));
  return new Set((await Promise.all(pages)).map((html) => contentOf(html).revision));
}

test('a price that is published shows on page, data block, JSON-LD and in the catalogue before the answer, also after a restart; SIGKILL at any moment of a publish leaves the old site or the new one (N16)', async () => {
  const engine = await prepareEngine();
  const env = { ...engine.options.env, ADMIN_PASSWORD: PASSWORD };
  const options = { ...engine.options, env };
  let shop = await startProgram(options);
  try {
    const cookie = await logIn(shop);
    expect(await revisionsOf(shop)).toEqual(new Set([0]));
    expect((await publish(shop, cookie, { priceCents: 2199 })).status).toBe(200);
    for (const language of LANGUAGES) {
      const html = await readPage(shop, '/shop', language);
      expect(html).toContain('$21.99');
      expect(html).toContain('"price":"21.99"');
      expect(contentOf(html).products[0]?.priceCents).toBe(2199);
      const items = (await (await fetch(`${shop.url}/api/catalogue?lang=${language}`)).json()) as { price: string }[];
      expect(items[0]?.price).toBe('21.99');
    }
    expect(await (await fetch(`${shop.url}/line-sheet.html`)).text()).toContain('<main class="sheet">');
    expect(await revisionsOf(shop)).toEqual(new Set([1]));
    const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text();
    const changed = [...sitemap.matchAll(/<loc>[^<]*(\/product\/[\w-]+)[^<]*<\/loc>\n\s*<lastmod>(.*?)<\/lastmod>/g)];
    const published = new Date().toISOString().slice(0, 10);
    expect(changed.map(([, path, day]) => [path, day])).toEqual([
      ['/product/box-of-40-individual-sandwiches', published],
      [expect.stringMatching(/^\/product\/caja/), published],
    ]);

    let revision = 1;
    for (const [i, delay] of [20, 250, 600].entries()) {
      // Ended from outside while the pages are rendered, written or put in place.
      const publishing = publish(shop, cookie, { priceCents: 2300 + i }).catch(() => null);
      await new Promise((done) => setTimeout(done, delay));
      await shop.stop('SIGKILL');
      await publishing;
      shop = await startProgram(options);
      const [found, ...others] = await revisionsOf(shop);
      expect(others).toEqual([]);
      expect([revision, revision + 1]).toContain(found);
      revision = found ?? 0;
      const [first] = contentOf(await readPage(shop, '/shop', 'en')).products;
      const items = (await (await fetch(`${shop.url}/api/catalogue`)).json()) as { price: string }[];
      expect(items[0]?.price).toBe(((first?.priceCents ?? 0) / 100).toFixed(2));
    }
  } finally {
    await shop.stop();
    await engine.remove();
  }
});

test('a draft stands in no public answer, only in the preview of who is signed in (N18, S20)', async () => {
  const engine = await prepareEngine();
  const shop = await startProgram({ ...engine.options, env: { ...engine.options.env, ADMIN_PASSWORD: PASSWORD } });
  try {
    const cookie = await logIn(shop);
    const headers = { 'content-type': 'application/json', cookie };
    const send = (method: string, path: string, body: object) =>
      fetch(`${shop.url}${path}`, { method, headers, body: JSON.stringify(body) });
    const name = localized('Durian box', 'Caja de durián');
    expect((await send('POST', '/api/admin/products', { name })).status).toBe(201);
    const description = localized('A durian secret', 'Un secreto de durián');
    const changed = await send('PATCH', '/api/admin/products/box40', { version: 0, description, priceCents: 7777 });
    expect(changed.status).toBe(200);
    const others = [
      '/api/catalogue',
      '/sitemap.xml',
      '/line-sheet.html',
      '/manifest.webmanifest',
      '/api/store-locations',
    ];
    const readAll = () => {
      const pages = [...PAGES, '/product/box-of-40-individual-sandwiches', '/product/durian-box', ...others];
      const readings = LANGUAGES.flatMap((language) => pages.map((path) => readPage(shop, path, language)));
      return Promise.all(readings).then((all) => all.join('\n'));
    };
    const DRAFT = /duri[aá]n|77\.77|7777/i;
    expect(await readAll()).not.toMatch(DRAFT);

    const preview = `${shop.url}/api/admin/preview?path=/shop&lang=es`;
    expect((await fetch(preview)).status).toBe(401);
    const seen = await fetch(preview, { headers: { cookie } });
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const html = await seen.text();
    expect(html).toContain('Un secreto de durián');
    expect(html).toContain('$77.77');
    expect(html).not.toMatch(/<script|Caja de durián/);
    // Nothing of the preview is kept: neither shown to others nor published by it.
    expect(await readAll()).not.toMatch(DRAFT);
    expect((await fetch(`${shop.url}/api/admin/preview?path=/durian`, { headers: { cookie } })).status).toBe(404);
    // The control: once it is published, the same readings find it.
    expect((await send('POST', '/api/admin/publish', {})).status).toBe(200);
    expect(await readAll()).toMatch(DRAFT);
  } finally {
    await shop.stop();
    await engine.remove();
  }
});

test('an address that the owner changes leads on, a hidden product is gone with a way on, and both last over a restart', async () => {
  const engine = await prepareEngine();
  const options = { ...engine.options, env: { ...engine.options.env, ADMIN_PASSWORD: PASSWORD } };
  let shop = await startProgram(options);
  const ask = (path: string) => fetch(shop.url + path, { redirect: 'manual' });
  const old = '/product/box-of-40-individual-sandwiches';
  try {
    expect((await ask(old)).status).toBe(200);
    const cookie = await logIn(shop);
    expect((await publish(shop, cookie, { slug: localized('forty', 'cuarenta') })).status).toBe(200);
    for (let start = 0; start < 2; start++) {
      const moved = await ask(old);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, '/product/forty']);
      for (const language of LANGUAGES) {
        for (const path of ['/product/forty', '/product/cuarenta']) {
          const html = await readPage(shop, path, language);
          expect(html).toContain(`<html lang="${language}">`);
          const own = language === 'en' ? '/product/forty' : '/product/cuarenta?lang=es';
          expect(html).toMatch(new RegExp(`<link rel="canonical" href="http://[^/]+${own.replace('?', '\\?')}">`));
          expect(html).toMatch(/hreflang="es" href="http:\/\/[^/]+\/product\/cuarenta\?lang=es"/);
        }
      }
      const sitemap = await (await ask('/sitemap.xml')).text();
      expect(sitemap).toMatch(/<loc>http:\/\/[^/]+\/product\/forty<\/loc>/);
      expect(sitemap).not.toContain(old);
      if (start > 0) break;
      const { port } = new URL(shop.url);
      await shop.stop();
      // The pages name the shop's address: at the same one they are those that were kept.
      shop = await startProgram({ ...options, port: Number(port) });
    }
    const again = await logIn(shop);
    expect((await publish(shop, again, { state: 'hidden' })).status).toBe(200);
    for (const path of [old, '/product/forty', '/product/cuarenta']) {
      const gone = await ask(path);
      const html = await gone.text();
      expect([path, gone.status]).toEqual([path, 410]);
      expect(html).toContain('data-gone');
      expect(html).toContain('href="/shop"');
    }
    expect(await (await ask('/sitemap.xml')).text()).not.toContain('forty');
    expect((await ask('/product/never')).status).toBe(404);
    expect((await ask('/product/box-of-20-double-sandwiches')).status).toBe(200);
  } finally {
    await shop.stop();
    await engine.remove();
  }
});

const onPostgres = inject('base').engine === 'postgres' ? test : test.skip;

onPostgres('what one instance publishes shows at the other within seconds, pages and catalogue alike', async () => {
  const engine = await prepareEngine();
  const env = { ...engine.options.env, ADMIN_PASSWORD: PASSWORD };
  const [one, two] = await Promise.all([startProgram({ env }), startProgram({ env })]);
  try {
    // The pages name the address of their shop, so each instance here is a build of its own and renders for itself.
    const cookie = await logIn(one);
    expect((await publish(one, cookie, { priceCents: 2199 })).status).toBe(200);
    await expect.poll(() => revisionsOf(two), { timeout: 30_000 }).toEqual(new Set([1]));
    expect(await readPage(two, '/shop', 'es')).toContain('$21.99');
    const items = (await (await fetch(`${two.url}/api/catalogue`)).json()) as { price: string }[];
    expect(items[0]?.price).toBe('21.99');
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await engine.remove();
  }
});
