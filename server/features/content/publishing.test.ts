import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/core/language.ts';
import { prepareEngine } from '#test/engine.ts';
import { startProgram } from '#test/program.ts';
import { contentOf, logIn, PASSWORD, publish, readPage, revisionsOf } from '#test/publisher.ts';

/** Delays before SIGKILL: in the gate during rendering, in the full tier also at the start and during the write. */
const KILLED_AFTER_MS = process.env.FULL === '1' ? [20, 250, 600] : [250];

test('a published price is everywhere before the answer; SIGKILL leaves the old or the new site (N16)', async () => {
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
    for (const [i, delay] of KILLED_AFTER_MS.entries()) {
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
