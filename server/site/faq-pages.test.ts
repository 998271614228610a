import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { brandSite } from '#scripts/site-content.ts';
import { shippingContent } from '#server/features/shipping/rules.ts';
import { FAQ_ID, faqContent, faqKind } from '#server/features/texts/faq.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { localized } from '#test/localized.ts';
import { type Renderer, readParts, renderSite } from './render-site.ts';

let render: (site: SiteContent, language: Language) => Promise<string>;
beforeAll(async () => {
  const renderer: Renderer = await import(resolve('dist/render/entry-server.js'));
  render = async (site, language) =>
    (await renderSite(renderer, readParts('dist/render'), site, { path: '/product', language })).values().next()
      .value ?? '';
});

/** Without the data block, the only part that differs between the brand's and the owner's questions. */
const withoutBlock = (html: string) => html.replace(/<script type="application\/json"[^>]*>.*?<\/script>/s, '');
const faqIn = (html: string): { mainEntity: { name: string; acceptedAnswer: { text: string } }[] } | undefined => {
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data)['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'FAQPage');
};

test('the brand’s questions saved unchanged give the same page, with and without free shipping', async () => {
  const site = brandSite();
  const own = new Map([['faq', new Map([[FAQ_ID, faqKind.defaults.get(FAQ_ID) ?? {}]])]]);
  for (const shop of [
    { products: site.products, ...shippingContent(null, site.products) },
    { products: [], shipping: { ...site.shipping, free: null } },
  ]) {
    for (const language of LANGUAGES) {
      const before = await render({ ...site, ...shop }, language);
      const after = await render({ ...site, ...shop, ...faqContent({ items: own }, shop) }, language);
      expect(withoutBlock(after)).toBe(withoutBlock(before));
      expect(faqIn(after)?.mainEntity.length).toBeGreaterThan(3);
    }
  }
});

test('an empty list has neither heading nor data; hostile questions stay text', async () => {
  const site = brandSite();
  const empty = await render({ ...site, faq: [] }, 'en');
  expect(empty).not.toContain('faq-heading');
  expect(faqIn(empty)).toBeUndefined();
  const faq = HOSTILE_TEXTS.filter((text) => text.isWellFormed()).map((text) => {
    return { question: localized(text, text), answer: localized(text, text) };
  });
  const [plain, html] = [await render(site, 'en'), await render({ ...site, faq }, 'en')];
  const count = (page: string, tag: string) => page.split(`<${tag}`).length;
  for (const tag of ['script', 'img', 'svg', 'iframe', 'a ', 'style', 'b>'])
    expect(count(html, tag)).toBe(count(plain, tag));
  expect(faqIn(html)?.mainEntity.map(({ name }) => name)).toEqual(faq.map(({ question }) => question.en));
});
