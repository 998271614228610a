import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { cuisine } from '#brand/stories.ts';
import { brandSite } from '#scripts/site-content.ts';
import { EMPTY_STORY } from '#server/features/stories/kinds.ts';
import { storyContent } from '#server/features/stories/pages.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import { feedPath, pageAddress, productPath, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import { HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { localized } from '#test/localized.ts';
import { storyFeed } from './feed.ts';
import { contentOn, type OnePage, type Renderer, readParts, renderSite } from './render-site.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await import(resolve('dist/render/entry-server.js'));
});
const all = (site: SiteContent) => renderSite(renderer, readParts('dist/render'), site);
const one = async (site: SiteContent, only: OnePage) =>
  [...(await renderSite(renderer, readParts('dist/render'), site, only)).values()][0] ?? '';

type Thing = Record<string, unknown> & { '@type': string };
const thingsOf = (html: string): Thing[] => {
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data)['@graph'] ?? [];
};
const blockOf = (html: string) => {
  const [, data = '{}'] = /<script type="application\/json" id="content">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data) as { stories?: StoryPage[] };
};
const stories = storyContent(null).stories ?? [];
const recipe = stories.find(({ kind }) => kind === 'recipe') as StoryPage;
const news = stories.find(({ kind }) => kind === 'news') as StoryPage;

test.each(LANGUAGES)('%s: search engines get a recipe and news with their types', async (language) => {
  const page = await one(brandSite(), { path: storyPath(recipe, language), language });
  const address = pageAddress(storyPath(recipe, language), language);
  const found = thingsOf(page).find((thing) => thing['@type'] === 'Recipe');
  expect(found).toMatchObject({
    name: recipe.title[language],
    description: recipe.summary[language],
    datePublished: recipe.publishedOn,
    inLanguage: language,
    totalTime: `PT${recipe.minutes}M`,
    recipeCuisine: cuisine[language],
    recipeYield: recipe.text?.recipe?.yields[language],
    recipeIngredient: recipe.text?.recipe?.ingredients[language],
    mainEntityOfPage: { '@id': `${address}#page` },
  });
  expect(found?.image).toMatch(/^https?:.*\.jpg$/);
  expect(found?.recipeInstructions).toEqual(
    recipe.text?.recipe?.steps[language].map((text, i) => ({ '@type': 'HowToStep', position: i + 1, text })),
  );
  const other = thingsOf(await one(brandSite(), { path: storyPath(news, language), language }));
  expect(other.map((thing) => thing['@type'])).toContain('BlogPosting');
  expect(other.find((thing) => thing['@type'] === 'BlogPosting')).toMatchObject({ headline: news.title[language] });
  const list = thingsOf(await one(brandSite(), { path: STORIES_PATH, language })).find(
    (thing) => thing['@type'] === 'ItemList',
  );
  expect(list?.itemListElement).toEqual(
    stories.map((story, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: story.title[language],
      url: pageAddress(storyPath(story, language), language),
    })),
  );
});

test('a document has its own story with text, and others as cards without it, its product’s first', async () => {
  const more = [...stories, { ...news, id: 'older', slug: localized('older', 'anterior') }];
  const files = await all({ ...brandSite(), stories: more });
  for (const [name, html] of files) {
    const [, language = '', page = ''] = /^pages\/(\w+)\/(.*)\.html$/.exec(name) ?? [];
    if (page === '') continue;
    const shown = blockOf(html).stories ?? [];
    const own = more.find((story) => storyPath(story, language as Language) === `/${page}`);
    const about = brandSite().products.find((each) => productPath(each, language as Language) === `/${page}`)?.id;
    const isAbout = (story: StoryPage) => about !== undefined && story.product === about;
    const others = more.filter((story) => story !== own).sort((a, b) => Number(isAbout(b)) - Number(isAbout(a)));
    const ids = [...(own ? [own] : []), ...(page === 'stories' ? others : others.slice(0, 3))].map(({ id }) => id);
    expect(
      shown.map(({ id, text }) => [id, !!text]),
      name,
    ).toEqual(ids.map((id) => [id, id === own?.id]));
    // Search engines learn of a story on its own page.
    const told = thingsOf(html).filter((thing) => ['Recipe', 'BlogPosting'].includes(thing['@type']));
    expect(told, name).toHaveLength(own ? 1 : 0);
    // Bar and footer of every page link to the list.
    for (const part of [html.split('<main')[0], html.split('<footer')[1]]) {
      expect(part?.split(`href="${STORIES_PATH}"`), name).toHaveLength(2);
    }
  }
  expect(contentOn('/about', brandSite()).stories?.map((story) => 'text' in story)).toEqual(stories.map(() => false));
});

test('a story shows its product, with price and button, while the product is sold', async () => {
  const { id } = brandSite().products[0] ?? {};
  const page = (product: string | null) =>
    one(
      { ...brandSite(), stories: [{ ...news, product: product ?? null }] },
      { path: storyPath(news, 'en'), language: 'en' },
    );
  const shown = await page(id ?? null);
  expect(shown).toContain('In this story');
  expect(shown.split('data-add=')).toHaveLength(2);
  expect(shown).toContain(`data-add="${id}"`);
  for (const none of [null, 'soldLastYear']) {
    const without = await page(none);
    expect(without).not.toContain('In this story');
    expect(without).not.toContain('data-add=');
  }
});

test('without a live story there is no list, no feed, no link, and nothing in the sitemap', async () => {
  const { stories: _, ...site } = brandSite();
  const files = await all(site);
  expect([...files.keys()].filter((name) => name.includes('stories'))).toEqual([]);
  expect(files.get('client/sitemap.xml')).not.toContain(STORIES_PATH);
  for (const [name, html] of files) {
    if (!name.startsWith('pages/') || !name.endsWith('.html')) continue;
    expect(html, name).not.toContain(`href="${STORIES_PATH}"`);
    expect(blockOf(html), name).not.toHaveProperty('stories');
  }
});

test.each(LANGUAGES)(
  '%s: the feed has every story with its two addresses, its words, and an id that stays',
  async (language) => {
    const feed = (await all(brandSite())).get(`client${feedPath(language)}`) ?? '';
    const others = LANGUAGES.filter((each) => each !== language);
    expect(feed).toContain(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`);
    expect(feed).toContain(
      `rel="self" type="application/atom+xml" hreflang="${language}" href="${PUBLIC_ORIGIN}${feedPath(language)}"`,
    );
    for (const other of others) {
      expect(feed).toContain(
        `rel="related" type="application/atom+xml" hreflang="${other}" href="${PUBLIC_ORIGIN}${feedPath(other)}"`,
      );
    }
    const entries = feed.split('<entry>').slice(1);
    expect(entries).toHaveLength(stories.length);
    entries.forEach((entry, i) => {
      const story = stories[i] as StoryPage;
      expect(entry).toContain(`<id>${PUBLIC_ORIGIN}${STORIES_PATH}#${story.id}.${language}</id>`);
      expect(entry).toContain(`<title>${story.title[language]}</title>`);
      expect(entry).toContain(`<updated>${story.publishedOn}T00:00:00Z</updated>`);
      for (const each of LANGUAGES) {
        expect(entry).toContain(`hreflang="${each}" href="${pageAddress(storyPath(story, each), each)}"`);
      }
    });
    expect(feed).toContain(`<author><name>${facts.name}</name></author>`);
    // Links in the feed are absolute.
    expect(feed).toContain(`&lt;a href=&quot;${PUBLIC_ORIGIN}/product&quot;&gt;`);
  },
);

test('hostile stories stay text on the page, in its data and in the feed (S23)', async () => {
  const lures = [
    '</script><script>alert(1)</script>',
    ']]><x>',
    '--></title><img src=x onerror=alert(1)>',
    '<![CDATA[',
  ];
  const texts = [...lures, ...HOSTILE_TEXTS.filter((text) => text.isWellFormed() && text.trim() !== '')];
  const hostile = (text: string, id: string) => ({
    ...EMPTY_STORY,
    id,
    state: 'live' as const,
    slug: { en: `h-${id}`, es: `h-${id}` },
    title: { en: text, es: text },
    summary: { en: text, es: text },
    body: { en: `Before\n\n${text}\n\n[x](javascript:alert(1))`, es: text },
    publishedOn: '2026-11-01',
    picture: 'hero' as const,
    yields: { en: text, es: text },
    minutes: 1,
    ingredients: { en: text, es: text },
    steps: { en: text, es: text },
  });
  const defaults = new Map(texts.map((text, i) => [String(i), hostile(text, String(i))]));
  const content = storyContent(null, { defaults });
  const site = { ...brandSite(), ...content };
  const tags = ['script', 'img', 'svg', 'iframe', 'style', 'object', 'form'];
  const count = (html: string, tag: string) => html.split(`<${tag}`).length;
  const plain = await one(brandSite(), { path: storyPath(recipe, 'en'), language: 'en' });
  // A story's page with its data, and the list of all stories.
  const page = await one(site, { path: '/stories/h-0', language: 'en' });
  for (const tag of tags) expect(count(page, tag), tag).toBe(count(plain, tag));
  expect(thingsOf(page).find((thing) => thing['@type'] === 'Recipe')?.name).toBe(texts[0]);
  const list = await one(site, { path: STORIES_PATH, language: 'en' });
  const usual = await one(brandSite(), { path: STORIES_PATH, language: 'en' });
  for (const tag of tags.filter((each) => each !== 'img')) expect(count(list, tag), tag).toBe(count(usual, tag));
  const feed = storyFeed(content.stories ?? [], 'en', { title: '<b>&', description: ']]>', name: '<i>&' });
  // Only elements of a feed, and only characters that XML allows.
  const names = new Set([...feed.matchAll(/<\/?([^\s/>]+)/g)].map(([, name]) => name));
  expect([...names].sort()).toEqual(
    '?xml author content entry feed id link name published subtitle summary title updated'.split(' ').sort(),
  );
  expect(feed.replace(/[\t\n\r\u0080-\u009f]/g, '')).not.toMatch(/\p{Cc}|[\ufffe\uffff]|&(?!(amp|lt|gt|quot);)/u);
  expect(feed).not.toMatch(/href=(&quot;|")\s*javascript/i);
});
