import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { allergenNames, ingredients } from '#brand/nutrition.ts';
import { sizes } from '#brand/sizes.ts';
import { dayText } from '#client/lib/day-text.ts';
import { defaultTexts } from '#server/features/texts/kinds.ts';
import { changedTexts } from '#server/features/texts/pages.ts';
import { type Renderer, readParts, renderSite } from '#server/site/render-site.ts';
import { brandWords } from '#shared/content/brand-words.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { publicShipping } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { brandSite } from './site-content.ts';

/** Marks every sentence in the list of texts. */
const MARK = '¤';

/** All strings inside a value. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

const decode = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The texts of a page: title, description, the text between tags, and accessible names. */
function wordsOf(page: string): string[] {
  const html = page
    .replace(/<(script|style|svg)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    // A range of numbers inside a sentence.
    .replace(/<span class="whitespace-nowrap">([^<]*)<\/span>/g, '$1');
  const named = [...html.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(([, text = '']) => text);
  const described = [...html.matchAll(/<meta (?:name="description"|property="og:image:alt") content="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...html.split(/<[^>]*>/), ...named, ...described].map(decode).filter((text) => /\p{L}/u.test(text));
}

test('every sentence of the public pages is in the list of texts, or has its own form', async () => {
  const renderer: Renderer = await import(resolve('dist/render/entry-server.js'));
  const site = brandSite();
  const marked = [...defaultTexts].map(([key, text]) => {
    return [key, forEachLanguage((language) => MARK + text[language])] as const;
  });
  const changed = changedTexts({ items: new Map([['text', new Map(marked)]]) });
  expect(Object.keys(changed).length).toBe(defaultTexts.size);
  // Words of rules appear in pages with their values filled in.
  const shipping = publicShipping(brandShippingRules, site.products, (key, language) => changed[key]?.[language]);
  const files = await renderSite(renderer, readParts('dist/render'), { ...site, shipping, changedTexts: changed });
  // Products, policies, facts and labels have their own forms; the rest are names.
  const { shipping: _, ...formed } = site;
  const tables = [formed, facts, allergenNames, ingredients, Object.values(sizes).map(({ amount }) => amount)];
  const names = ['Instagram', 'TikTok', ...LANGUAGES.map((language) => language.toUpperCase())];
  const days = (site.stories ?? []).flatMap(({ publishedOn }) => LANGUAGES.map((l) => dayText(publishedOn, l)));
  const own = leaves([...tables, LANGUAGES.map((language) => brandWords(language)), names, days])
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text))
    .toSorted((x, y) => y.length - x.length);
  const isOwn = (text: string) => !/\p{L}/u.test(own.reduce((rest, leaf) => rest.replaceAll(leaf, ''), text));
  const unlisted = new Set<string>();
  let seen = 0;
  for (const [name, page] of files) {
    if (!name.endsWith('.html')) continue;
    for (const text of wordsOf(page)) {
      if (text.includes(MARK)) seen += 1;
      else if (!isOwn(text)) unlisted.add(`${name}: ${text}`);
    }
  }
  expect([...unlisted]).toEqual([]);
  // The controls: a sentence that only resembles one of those is reported, and enough sentences were checked.
  expect(isOwn(`${facts.name} for everybody`)).toBe(false);
  expect(seen).toBeGreaterThan(500);
});

test('the public side uses no text of the admin, which is not in that list', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^(features\/admin|dev|\.messages)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(80);
  const saying = files.filter((file) => /\bm\.admin_/.test(readFileSync(`client/${file}`, 'utf8')));
  expect(saying).toEqual([]);
});
