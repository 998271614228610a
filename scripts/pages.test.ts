import { existsSync, readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { facts } from '#brand/facts.ts';
import { nutrition } from '#brand/nutrition.ts';
import { policiesWrittenOn } from '#brand/policies/words.ts';
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import { storyContent } from '#server/features/stories/pages.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath, storyPath } from '#shared/content/page-address.ts';
import type { PageAddresses } from '#shared/content/page-addresses.ts';
import { POLICY_KINDS, policyPath } from '#shared/content/policy-page.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import { filledTexts } from '#test/texts.ts';
import { publicPaths } from './budget.ts';

// The built pages, as the server sends them before any script runs.

/**
 * A page contains the texts with its prefix; `/product` and `/wholesale` also others, and the shop shows its own step
 * by step.
 */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  '/': ['home_'],
  '/product': ['product_', 'nutrition_', 'faq_'],
  '/shop': [],
  '/wholesale': ['wholesale_', 'benefit_'],
};
const prefixesOf = (path: string) => {
  if (path.startsWith('/stories/')) return ['story_'];
  return PREFIXES[path] ?? (path.startsWith('/product/') ? [] : [`${path.slice(1)}_`]);
};
const cases = LANGUAGES.flatMap((language) => publicPaths(language).map((path) => [language, path] as const));
/** The pages of products; the first of them is also a case. */
const sold = brandContent().products;
const told = storyContent(null).stories ?? [];
/** The same page in another language: products and stories have a slug in each. */
const inLanguage = (language: Language, path: string) => {
  const product = sold.find(({ slug }) => LANGUAGES.some((l) => path === `/product/${slug[l]}`));
  const story = told.find((each) => LANGUAGES.some((l) => path === storyPath(each, l)));
  return product ? productPath(product, language) : story ? storyPath(story, language) : path;
};

/** Texts shown only in some state, or also on other pages. */
const NOT_AT_FIRST = new Set([
  ...'about_fact_since benefit_freshness_text_one contact_special_closed contact_special_days'.split(' '),
  ...'contact_special_open faq_allergen_none faq_shipping_paid_a nav_close_menu nav_language'.split(' '),
  ...'nutrition_servings_about nutrition_servings_one product_ingredients_label stories_minutes_one'.split(' '),
]);

const html = (language: Language, path: string) =>
  readFileSync(`dist/pages/${language}/${path === '/' ? 'index' : path.slice(1)}.html`, 'utf8');
const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
/** The page without React's markers between texts, and without the spans that keep a range on one line. */
const words = (text: string) =>
  decode(text.replaceAll('<!-- -->', '').replaceAll(/<span class="whitespace-nowrap">([^<]*)<\/span>/g, '$1'));
const texts = (language: Language): Record<string, string> =>
  filledTexts(
    Object.assign(
      {},
      ...['site', 'wholesale'].map((feature) =>
        JSON.parse(readFileSync(`${FIRST_BRAND}/texts/${language}/${feature}.json`, 'utf8')),
      ),
    ),
    language,
  );
const address = (language: Language, path: string) =>
  `${PUBLIC_ORIGIN}${inLanguage(language, path)}${language === 'es' ? '?lang=es' : ''}`;

test.each(cases)('%s %s has every text of its page, its bar and its footer in its language', (language, path) => {
  const page = words(html(language, path));
  const prefixes = [...prefixesOf(path), 'nav_', 'footer_'];
  const other = texts(language === 'en' ? 'es' : 'en');
  for (const [key, text] of Object.entries(texts(language))) {
    if (!prefixes.some((prefix) => key.startsWith(prefix)) || NOT_AT_FIRST.has(key)) continue;
    for (const part of text.split(/\{\w+\}/).filter((piece) => piece.trim().length > 1)) {
      expect(page, key).toContain(part);
    }
    // A sentence of the other language would be an untranslated text.
    const foreign = other[key];
    if (foreign && foreign !== text && foreign.length > 24 && !foreign.includes('{'))
      expect(page, key).not.toContain(foreign);
  }
  expect(page).toContain(`<html lang="${language}">`);
});

test.each(cases)('%s %s is valid HTML', async (language, path) => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // React's style, which the standard allows: <br/>, attribute="" and the like.
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // Each picture has its own focal point.
      'no-inline-style': 'off',
      'long-title': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'attr-case': 'off',
      'valid-id': ['error', { relaxed: true }],
      'tel-non-breaking': 'off',
    },
  });
  const report = await validator.validateString(html(language, path));
  const faults = report.results.flatMap(({ messages }) =>
    messages.map((m) => `${m.ruleId}: ${m.message} (${m.selector})`),
  );
  expect(faults).toEqual([]);
});

test.each(cases)('%s %s has its URL, its languages, its link preview and its fonts in the head', (language, path) => {
  const head = html(language, path).split('</head>')[0] ?? '';
  expect(head).toContain(`<link rel="canonical" href="${address(language, path)}">`);
  for (const l of LANGUAGES)
    expect(head).toContain(`<link rel="alternate" hreflang="${l}" href="${address(l, path)}">`);
  expect(head).toContain(`<link rel="alternate" hreflang="x-default" href="${address('en', path)}">`);
  expect(head).toContain(`<meta property="og:url" content="${address(language, path)}">`);
  const shared = new RegExp(`<meta property="og:image" content="${PUBLIC_ORIGIN}(/[^"]+)">`).exec(head)?.[1] ?? '';
  expect(existsSync(`dist/client${shared}`), shared).toBe(true);
  // A product or a story is shared with its own picture.
  expect(shared === '/og-image.jpg').toBe(!/^\/(product|stories)\//.test(path));
  // Search engines accept only absolute URLs.
  for (const [, href = ''] of head.matchAll(/ hreflang="[^"]+"[^>]* href="([^"]+)"/g))
    expect(href).toContain(PUBLIC_ORIGIN);
  // A feed is not an alternate of a page.
  expect(head.match(/ type="application\/atom\+xml" hreflang="(en|es)"/g)?.length ?? 0).toBe(
    path.startsWith('/stories') ? 2 : 0,
  );
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(head.match(/rel="preload"[^>]+as="font"/g)).toHaveLength(2);
  // Initially one small file, which loads the rest after the first view.
  expect(head.match(/<script type="module"|<link rel="modulepreload"/g)).toHaveLength(1);
  const [, entry, chunks = ''] = /fetchpriority="low" data-entry="(\S+)" data-chunks="([^"]+)"/.exec(head) ?? [];
  for (const file of [entry, ...chunks.split(' ')]) expect(existsSync(`dist/client${file}`), file).toBe(true);
  for (const [, file] of head.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|woff2|svg|png|webmanifest))"/g)) {
    expect(existsSync(`dist/client${file}`), file).toBe(true);
  }
});

test('titles and descriptions differ on every page and have a length that search engines show', () => {
  const seen = cases.map(([language, path]) => {
    const page = decode(html(language, path));
    const title = /<title>(.*?)<\/title>/.exec(page)?.[1] ?? '';
    const description = /<meta name="description" content="(.*?)">/.exec(page)?.[1] ?? '';
    expect(title.length, title).toBeLessThanOrEqual(80);
    expect(description.length, description).toBeGreaterThan(40);
    expect(description.length, description).toBeLessThanOrEqual(170);
    return [title, description];
  });
  expect(new Set(seen.map(([title]) => title)).size).toBe(seen.length);
  expect(new Set(seen.map(([, description]) => description)).size).toBe(seen.length);
});

type Thing = Record<string, unknown> & { '@type': string };

function graph(language: Language, path: string): Thing[] {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html(language, path)) ?? [];
  const data = JSON.parse(json);
  expect(data['@context']).toBe('https://schema.org');
  return data['@graph'];
}
const ofType = (things: Thing[], type: string) => things.filter((thing) => thing['@type'] === type);

test.each(cases)('%s %s gives search engines the publisher, the site and the page', (language, path) => {
  const things = graph(language, path);
  expect(ofType(things, 'Organization')[0]).toMatchObject({
    name: facts.name,
    telephone: facts.phone,
    email: facts.email,
    url: `${PUBLIC_ORIGIN}/`,
    sameAs: [facts.social.instagram, facts.social.tiktok],
  });
  expect(ofType(things, 'WebSite')[0]).toMatchObject({ name: facts.name, inLanguage: ['en', 'es'] });
  const crumbs = ofType(things, 'BreadcrumbList')[0]?.itemListElement as Thing[] | undefined;
  expect(crumbs?.map(({ position, item }) => [position, item])).toEqual(
    path === '/'
      ? undefined
      : /^\/(product|stories)\//.test(path)
        ? [
            [1, address(language, '/')],
            [2, address(language, path.startsWith('/product') ? '/shop' : '/stories')],
            [3, address(language, path)],
          ]
        : [
            [1, address(language, '/')],
            [2, address(language, path)],
          ],
  );
});

test.each(LANGUAGES)('%s: the shop and the product page offer both boxes in dollars, in stock', (language) => {
  for (const path of ['/shop', '/product']) {
    const offered = ofType(graph(language, path), 'Product');
    expect(offered).toHaveLength(products.length);
    for (const [i, product] of products.entries()) {
      expect(offered[i]).toMatchObject({
        sku: product.id,
        description: product.description[language],
        offers: {
          '@type': 'Offer',
          price: '19.99',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url: address(language, productPath(sold[i] as Product, language)),
        },
      });
      for (const image of (offered[i]?.image ?? []) as string[]) {
        expect(existsSync(image.replace(PUBLIC_ORIGIN, 'dist/client')), image).toBe(true);
      }
    }
  }
});

test.each(LANGUAGES)(
  '%s: an offer leads to the page of refunds, and on its own page says what shipping costs',
  (language) => {
    const [first] = sold;
    const things = graph(language, productPath(first as Product, language));
    expect(ofType(things, 'Organization')[0]?.hasMerchantReturnPolicy).toEqual({
      '@type': 'MerchantReturnPolicy',
      '@id': `${PUBLIC_ORIGIN}/#returns`,
      applicableCountry: 'US',
      merchantReturnLink: address(language, policyPath('refunds')),
    });
    const offer = ofType(things, 'Product')[0]?.offers as Thing | undefined;
    expect(offer?.shippingDetails).toContainEqual({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', maxValue: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US', addressRegion: ['FL'] },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 2, unitCode: 'DAY' },
        transitTime: { '@type': 'QuantitativeValue', minValue: 2, maxValue: 4, unitCode: 'DAY' },
      },
    });
  },
);

test.each(LANGUAGES)('%s: nutrition and questions in the data match the page', (language) => {
  const things = graph(language, '/product');
  const page = words(html(language, '/product'));
  expect(ofType(things, 'MenuItem')[0]?.nutrition).toMatchObject({
    '@type': 'NutritionInformation',
    servingSize: nutrition[products[0].unit]?.servingSize,
    calories: '150 calories',
    fatContent: '6 g',
    sodiumContent: '130 mg',
  });
  const questions = ofType(things, 'FAQPage')[0]?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
  expect(questions.length).toBeGreaterThan(3);
  for (const { name, acceptedAnswer } of questions) {
    expect(page).toContain(name);
    expect(page).toContain(acceptedAnswer.text);
  }
});

test('the sitemap lists every public page with its languages, and nothing private', () => {
  const xml = readFileSync('dist/client/sitemap.xml', 'utf8');
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);
  const others = LANGUAGES.flatMap((language) =>
    [
      ...sold.slice(1).map((product) => productPath(product, language)),
      ...told.slice(1).map((story) => storyPath(story, language)),
      ...POLICY_KINDS.slice(1).map(policyPath),
    ].map((path) => [language, path] as const),
  );
  expect(listed.sort()).toEqual([...cases, ...others].map(([language, path]) => address(language, path)).sort());
  const changed = [...xml.matchAll(/<loc>(.*?)<\/loc>\n {4}<lastmod>(.*?)<\/lastmod>/g)].map(([, ...entry]) => entry);
  expect(changed).toContainEqual([address('es', policyPath('refunds')), policiesWrittenOn]);
  const [newest] = told;
  expect(changed).toContainEqual([address('en', storyPath(newest as StoryPage, 'en')), newest?.publishedOn]);
  expect(changed).toContainEqual([address('en', '/stories'), newest?.publishedOn]);
  expect(xml.match(/hreflang="es"/g)).toHaveLength(listed.length);
  expect(xml.match(/hreflang="x-default"/g)).toHaveLength(listed.length);
});

test('the stores page has the element that the server fills with the list', () => {
  for (const language of LANGUAGES) {
    expect(html(language, '/wholesale').split('<noscript id="store-list"></noscript>')).toHaveLength(2);
  }
});

test('robots may read everything except admin, orders and calls; the public lists are open to them', () => {
  const robots = readFileSync('dist/client/robots.txt', 'utf8');
  for (const path of ['/admin', '/order', '/api']) expect(robots).toContain(`Disallow: ${path}\n`);
  for (const path of ['/api/catalogue', '/api/store-locations']) expect(robots).toContain(`Allow: ${path}\n`);
  expect(robots).toContain(`Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`);
});

test('the icons named in the manifest exist', () => {
  const manifest = JSON.parse(readFileSync('dist/client/manifest.webmanifest', 'utf8'));
  expect(manifest.name).toBe(facts.name);
  for (const { src } of manifest.icons) expect(existsSync(`dist/client${src}`), src).toBe(true);
});

test.each(LANGUAGES)('%s: the document for unknown paths is not indexed and has no URL', (language) => {
  const page = html(language, '/404');
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain(PUBLIC_ORIGIN);
});

test.each(LANGUAGES)(
  '%s: each product has a page with its price, its label, its allergens and its own data',
  (language) => {
    for (const product of sold) {
      const path = productPath(product, language);
      const page = words(html(language, path));
      const statement = language === 'en' ? 'Contains: wheat' : 'Contiene: trigo';
      const list = product.ingredients.map(({ name, of }) => `${name[language]} (${of[language]})`).join('; ');
      const after = page.slice(page.indexOf(list) + list.length).replaceAll(/<[^>]*>/g, '');
      expect(page).toContain(list);
      expect(after.startsWith(`.${statement}.`), 'right after the ingredients').toBe(true);
      for (const text of [
        '$19.99',
        '$0.4',
        product.gtin,
        `${product.netWeightOz} oz`,
        String(product.nutrition?.calories),
      ])
        expect(page).toContain(text);
      const [offered, ...more] = ofType(graph(language, path), 'Product');
      expect(more).toEqual([]);
      const url = address(language, path);
      expect(offered).toMatchObject({
        '@id': `${url}#product`,
        url,
        sku: product.id,
        offers: { price: '19.99', url, hasMerchantReturnPolicy: { '@id': `${PUBLIC_ORIGIN}/#returns` } },
      });
      for (const list of ['/shop', '/product']) {
        expect(ofType(graph(language, list), 'Product').map((each) => each['@id'])).toContain(offered?.['@id']);
      }
      const others = sold.filter(({ id }) => id !== product.id);
      for (const other of others) expect(page).toContain(`href="${productPath(other, language)}"`);
    }
  },
);

test('either path of a product or a story opens its page in both languages', () => {
  const { same, moved, gone } = JSON.parse(readFileSync('dist/pages/addresses.json', 'utf8')) as PageAddresses;
  for (const story of told) {
    expect(same.en[storyPath(story, 'es')]).toBe(storyPath(story, 'en'));
    expect(same.es[storyPath(story, 'en')]).toBe(storyPath(story, 'es'));
  }
  for (const product of sold) {
    expect(same.en[productPath(product, 'es')]).toBe(productPath(product, 'en'));
    expect(same.es[productPath(product, 'en')]).toBe(productPath(product, 'es'));
  }
  expect([moved, gone]).toEqual([{}, []]);
});

test.each(LANGUAGES)('%s: allergens are on each card of the shop and after the ingredients', (language) => {
  const statement = language === 'en' ? 'Contains: wheat' : 'Contiene: trigo';
  expect(words(html(language, '/shop')).split(statement)).toHaveLength(products.length + 1);
  expect(words(html(language, '/product'))).toContain(statement);
});
