import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { aProduct } from '#test/catalogue.ts';
import { localized } from '#test/localized.ts';
import { RenderingFailed, renderPages } from './render-process.ts';

describe('the renderer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-renderer-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const input = { content: brandContent(), publicUrl: 'https://www.shop.example' };
  const run = (program: string) => {
    writeFileSync(join(folder, 'render-process.js'), program);
    return renderPages(folder, input);
  };

  test('renders every page with the shop’s address, in both compressed forms', async () => {
    const files = JSON.parse((await renderPages('dist/render', input)).toString());
    const names = LANGUAGES.flatMap((language) => [`pages/${language}/index.html`, `pages/${language}/shop.html`]);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([...names, 'client/sitemap.xml', 'client/line-sheet.html']),
    );
    expect(Object.keys(files['pages/en/index.html'])).toEqual(['br', 'gz']);
  });

  test('shows any number of products, and sold-out ones as such in text and markup, without a button', async () => {
    const siteOf = async (products: Product[]) => {
      const content = { ...brandContent(), revision: 1, products };
      const files = JSON.parse((await renderPages('dist/render', { ...input, content })).toString());
      return (name: string) => gunzipSync(Buffer.from(files[name].gz, 'base64')).toString();
    };
    const many = Array.from({ length: 24 }, (_, i) => aProduct({ id: `p${i}` }));
    const buttons = (html: string) => html.split('aria-label="Add to cart: ').length - 1;
    const empty = await siteOf([]);
    expect(buttons(empty('pages/en/shop.html'))).toBe(0);
    expect(empty('pages/en/wholesale.html')).not.toContain('Infinity');
    for (const count of [1, 24]) {
      const some = many.slice(0, count).map((product, i) => ({ ...product, slug: localized(`p-${i}`, `el-${i}`) }));
      const pageOf = await siteOf(some);
      expect(buttons(pageOf('pages/en/shop.html'))).toBe(count);
      // The home page shows at most six, the page of all kinds three, and a link to all.
      expect(buttons(pageOf('pages/en/index.html'))).toBe(Math.min(count, 6));
      expect(buttons(pageOf('pages/en/product.html'))).toBe(Math.min(count, 3));
      // Its own button appears twice, for wide windows and for phones, besides up to three others.
      expect(buttons(pageOf(`pages/en/product/p-${count - 1}.html`))).toBe(2 + Math.min(count - 1, 3));
      const sheet = pageOf('client/line-sheet.html');
      expect(sheet.split('<figcaption>').length - 1).toBe(count);
      const sitemap = pageOf('client/sitemap.xml');
      expect(sitemap.match(/<loc>[^<]*\/product\/[^<]*<\/loc>/g)).toHaveLength(2 * count);
    }
    const site = await siteOf(
      many.slice(0, 2).map((product, i) => ({ ...product, ...(i === 0 && { availability: 'sold_out' as const }) })),
    );
    const english = site('pages/en/shop.html');
    expect(buttons(english)).toBe(1);
    expect(english).toContain('Sold out');
    expect(english).toContain('https://schema.org/SoldOut');
    expect(site('pages/es/shop.html')).toContain('Agotado');
  });

  test('that fails names the page and the reason; any other early end is a failure too', async () => {
    const error = JSON.stringify({ page: '/shop (es)', message: 'no such picture' });
    await expect(run(`process.stderr.write(${JSON.stringify(error)}); process.exitCode = 1;`)).rejects.toMatchObject({
      page: '/shop (es)',
      message: 'no such picture',
    });
    await expect(run("throw new Error('out of luck');")).rejects.toBeInstanceOf(RenderingFailed);
    await expect(run("process.kill(process.pid, 'SIGKILL');")).rejects.toBeInstanceOf(RenderingFailed);
  });

  test('is given no setting of the shop', async () => {
    process.env.SECRET_OF_THE_SHOP = 'guava';
    const seen = JSON.parse((await run('process.stdout.write(JSON.stringify(process.env));')).toString());
    delete process.env.SECRET_OF_THE_SHOP;
    expect(Object.keys(seen)).toEqual(['NODE_ENV']);
  });
});
