import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/core/language.ts';
import { prepareEngine } from '#test/engine.ts';
import { localized } from '#test/localized.ts';
import { startProgram } from '#test/program.ts';
import { logIn, PAGES, PASSWORD, publish, readPage } from '#test/publisher.ts';

test('a draft is in no public answer, only in the preview of a signed-in reader (N18, S20)', async () => {
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
    // Nothing of the preview remains: others do not see it, and it publishes nothing.
    expect(await readAll()).not.toMatch(DRAFT);
    expect((await fetch(`${shop.url}/api/admin/preview?path=/durian`, { headers: { cookie } })).status).toBe(404);
    // The control: once it is published, the same reads find it.
    expect((await send('POST', '/api/admin/publish', {})).status).toBe(200);
    expect(await readAll()).toMatch(DRAFT);
  } finally {
    await shop.stop();
    await engine.remove();
  }
});

test('a changed address redirects and a hidden product is gone, also after a restart', async () => {
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
      // Pages contain the shop's address: at the same address the stored ones are used.
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
