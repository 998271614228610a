import { afterAll, beforeAll, expect, test } from 'vitest';
import { packFile } from '#server/plugins/pages/site-files.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { aSite } from '#test/site.ts';
import { storesInPage } from './stores-in-page.ts';

const STORE = {
  name: 'La Esquina',
  address: '900 W 49th St',
  storeType: 'gas-station',
  latitude: 25.8,
  longitude: -80.3,
};
const DOCUMENT = '<html><head></head><body><noscript id="store-list"></noscript></body></html>';

const site = aSite('https://www.shop.example');
let shop: TestApp;
let refresh: () => Promise<void>;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  await renderPages();
  shop = await startTestApp({ site });
  refresh = storesInPage({ ...shop.deps, site });
  call = await asAdmin(shop);
});
afterAll(() => shop.close());

/** Publishes pages without stores. */
async function renderPages(document = DOCUMENT) {
  const file = await packFile(Buffer.from(document), 'text/html; charset=utf-8');
  const pages = { ...site.pages };
  for (const language of LANGUAGES) pages[language] = new Map(pages[language]).set('/wholesale', file);
  Object.assign(site, { pages });
}

async function read(language: Language = 'en'): Promise<string> {
  await refresh();
  return (await shop.app.inject({ url: '/wholesale', headers: { 'accept-language': language } })).body;
}

const thingsIn = (html: string): { name: string }[] => {
  const [, data = '{"@graph":[]}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data)['@graph'];
};

test('a document has the stores as a list and as data, within a second of a change or a publish', async () => {
  expect(await read()).toBe(DOCUMENT);
  const { id } = (await call('POST', '/api/admin/store-locations', STORE)).json();
  const page = await read();
  expect(page).toMatch(
    /<noscript id="store-list"><ul.*<p[^>]*>La Esquina<\/p><p>900 W 49th St<\/p><p[^>]*>Gas station</,
  );
  expect(await read('es')).toContain('>Gasolinera<');
  expect(thingsIn(page)).toEqual([
    {
      '@type': 'Store',
      name: 'La Esquina',
      address: '900 W 49th St',
      geo: { '@type': 'GeoCoordinates', latitude: 25.8, longitude: -80.3 },
    },
  ]);
  await renderPages(DOCUMENT.replace('<body>', '<body>Published'));
  expect(await read()).toMatch(/<body>Published<noscript id="store-list"><ul.*La Esquina/);
  await call('DELETE', `/api/admin/store-locations/${id}`);
  expect(await read()).toBe(DOCUMENT.replace('<body>', '<body>Published'));
  await renderPages();
});

test('a store’s words are text, in the list and in the data', async () => {
  const name = '</script></noscript><img src=x onerror=alert(1)> & $& "Co"';
  const { id } = (await call('POST', '/api/admin/store-locations', { ...STORE, name })).json();
  const page = await read();
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; $&amp; &quot;Co&quot;');
  expect(thingsIn(page)[0]?.name).toBe(name);
  await call('DELETE', `/api/admin/store-locations/${id}`);
});

test('a page without a place for stores stays as it is', async () => {
  const { id } = (await call('POST', '/api/admin/store-locations', STORE)).json();
  await renderPages('<html><head></head>No stores here</html>');
  expect(await read()).toBe('<html><head></head>No stores here</html>');
  await call('DELETE', `/api/admin/store-locations/${id}`);
});
