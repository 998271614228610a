import { expect, test } from 'vitest';
import { forEachLanguage } from '#shared/core/language.ts';
import { toTexts } from './kinds.ts';
import { linkMarks, markTexts } from './marks.ts';

const items = new Map([['text', new Map([['home_heading', { en: 'Mine', es: 'Mía' }]])]]);
const marked = markTexts({ revision: 3, items }).items.get('text');
const said = (key: string) => toTexts(marked?.get(key) ?? {}).en;
const link = (key: string, text: string) =>
  expect.stringMatching(new RegExp(`<a href="/admin/site/text-${key}" target="_top" style="[^"]+">${text}</a>`));

test('a marked sentence reads as before and becomes a link to its form, drafts included', () => {
  expect(said('home_heading').replace(/[\u200b\u2060-\u2064]/g, '')).toBe('Mine');
  expect(linkMarks(`<h1>${said('home_heading')}</h1>`)).toEqual(link('home_heading', 'Mine'));
  // The last key has a number of several digits.
  expect(linkMarks(`<p>${said('issue_store_type_invalid')}</p>`)).toContain('text-issue_store_type_invalid"');
});

test('links, buttons, titles and selects contain no link, and no mark is left', () => {
  const text = said('nav_shop');
  const html = linkMarks(
    `<title>${text}</title><a href="/shop">${text}</a><button type="button" aria-label="${text}"><svg><title>${text}</title></svg>${text}</button><select><option>${text}</option></select>`,
  );
  expect(html).not.toMatch(/[\u200b\u2060-\u2064]/);
  expect(html).not.toMatch(/<button|<\/button|<a href="\/shop"/);
  expect(html.match(/<a /g)?.length).toBe(2);
  expect(html.match(/<\/a>/g)?.length).toBe(2);
});

test('a split sentence keeps its link in every part; one inside another belongs to it', () => {
  const { en: contains } = forEachLanguage(() => said('shop_contains'));
  const parts = said('home_heading').replace('Mine', 'Mi<span class="x">n</span>e');
  const html = linkMarks(`<p>${parts}</p><p>after</p>`);
  expect(html.match(/text-home_heading/g)?.length).toBe(3);
  expect(html).toContain('<p>after</p>');
  const nested = linkMarks(`<p>${contains.replace('{allergens}', said('nav_shop'))}</p>`);
  expect(nested).not.toContain('text-nav_shop');
  expect(nested).toContain('text-shop_contains');
  // Truncated on the page: what follows does not belong to it.
  expect(linkMarks(`<p>${said('home_heading').slice(0, -1)}</p>${'<p>x</p>'.repeat(600)}`)).not.toContain('<a ');
});

test('the picture of a slot links to its form, also inside a link; a product’s does not', () => {
  const picture = (data: string) =>
    `<picture><source srcSet="a.avif"/><img src="a.jpg" alt="${said('alt_hero')}"${data} style="object-position:1% 2%"/></picture>`;
  const html = linkMarks(
    `<a href="/shop">${picture(' data-slot="hero"')}</a>${picture('')}${picture(' data-slot="about"')}`,
  );
  expect(html).toContain(
    '<span href="/shop"><a href="/admin/site/picture-hero" target="_top" style="display:contents">',
  );
  expect(html.match(/<a /g)).toHaveLength(2);
  expect(html).toContain('/admin/site/picture-about');
  expect(html.match(/style="outline:4px[^"]*pointer-events:auto/g)).toHaveLength(2);
  expect(html).not.toMatch(/[\u200b\u2060-\u2064]/);
});

test('content over a picture lets presses through; links and questions still take them', () => {
  const html = linkMarks(
    `<body class="x"><div>over</div><details><summary>Why</summary></details><p>${said('home_heading')}</p></body>`,
  );
  expect(html).toContain('<body style="pointer-events:none" class="x">');
  expect(html).toContain('<summary style="pointer-events:auto">');
  expect(html).toMatch(/<a href="[^"]*home_heading"[^>]*pointer-events:auto/);
});
