import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { brandSite } from '#scripts/site-content.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { type Renderer, readParts, renderSite } from './render-site.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await import(resolve('dist/render/entry-server.js'));
});
const about = async (site: Partial<SiteContent>, language: Language) =>
  [
    ...(
      await renderSite(renderer, readParts('dist/render'), { ...brandSite(), ...site }, { path: '/about', language })
    ).values(),
  ][0] ?? '';

test.each(LANGUAGES)('%s: a year and a portrait are on the page once the owner has given them', async (language) => {
  const page = await about({}, language);
  for (const none of ['data-slot="aboutFounder"', 'foundingDate']) expect(page).not.toContain(none);
  expect(page).toContain(facts.founder);
  const names = { aboutFounder: 'storyKitchen' as const };
  const given = await about({ facts: { ...facts, foundedIn: '1987' }, places: { names, pictures: {} } }, language);
  for (const part of ['data-slot="aboutFounder"', '"foundingDate":"1987"', '>1987</dd>']) expect(given).toContain(part);
  expect(given.split('</dt>')).toHaveLength(page.split('</dt>').length + 1);
});
