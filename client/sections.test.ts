import { afterEach, expect, test, vi } from 'vitest';
import { brandSite } from '#scripts/site-content.ts';
import { LANGUAGES } from '#shared/core/language.ts';

/** Renders every public page in every language, for a brand with these sections. */
async function renderAll(sections: Record<'nutrition' | 'wholesale' | 'stores', boolean>) {
  vi.resetModules();
  vi.doMock('#brand/sections.ts', () => ({ sections }));
  const { pagesOf, render } = await import('./entry-server.tsx');
  const site = brandSite();
  const pages = pagesOf(site);
  const paths = pages.map(({ paths }) => paths.en);
  const rendered: { path: string; html: string; data: string }[] = [];
  for (const { paths } of pages) {
    for (const language of LANGUAGES) {
      const { html, structuredData } = await render(paths[language], language, site);
      rendered.push({ path: paths[language], html, data: JSON.stringify(structuredData) });
    }
  }
  const missing = await render('/wholesale', 'en', site);
  return { paths, rendered, all: rendered.map(({ html, data }) => html + data).join('\n'), wholesale: missing };
}
afterEach(() => vi.doUnmock('#brand/sections.ts'));

test('a shop without wholesale has neither that page nor a link or a question about it', async () => {
  const { paths, all, wholesale } = await renderAll({ nutrition: true, wholesale: false, stores: true });
  expect(paths).not.toContain('/wholesale');
  expect(all).not.toContain('/wholesale');
  expect(wholesale.isPrivate).toBe(true);
  expect(wholesale.html).not.toContain('<form');
});

test('a shop without a store finder keeps the wholesale page, without links to the finder', async () => {
  const { paths, all, wholesale } = await renderAll({ nutrition: true, wholesale: true, stores: false });
  expect(paths).toContain('/wholesale');
  expect(wholesale.html).toContain('<form');
  expect(all).not.toContain('#stores');
  expect(all).not.toContain('id="stores"');
});

test('with everything switched on, both are there', async () => {
  const { paths, all, wholesale } = await renderAll({ nutrition: true, wholesale: true, stores: true });
  expect(paths).toContain('/wholesale');
  expect(all).toContain('href="/wholesale#stores"');
  expect(wholesale.html).toContain('id="stores"');
});
