import type { Page } from '@playwright/test';
import { finderMap } from '#brand/map.ts';
import enSite from '#brand/texts/en/site.json' with { type: 'json' };
import enStores from '#brand/texts/en/stores.json' with { type: 'json' };
import enWholesale from '#brand/texts/en/wholesale.json' with { type: 'json' };
import esSite from '#brand/texts/es/site.json' with { type: 'json' };
import esStores from '#brand/texts/es/stores.json' with { type: 'json' };
import esWholesale from '#brand/texts/es/wholesale.json' with { type: 'json' };
import { lineSheet } from '#server/site/line-sheet.ts';
import { readParts } from '#server/site/render-site.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { localized } from '#test/localized.ts';
import { filledTexts } from '#test/texts.ts';
import { STORES_CHANNEL } from '../client/lib/query-keys.ts';
import { axeOf } from './axe.ts';
import { CASES, inTurns, isFull, lastInGate } from './cases.ts';
import { fillSilently } from './fill-silently.ts';
import { expect, test } from './fixtures.ts';

test.use({ allowConsole: [/status of (503|500|429)/] });

const en = filledTexts(enStores, 'en');
const es = filledTexts(esStores, 'es');
const texts = {
  en: { ...en, ...filledTexts(enWholesale, 'en') },
  es: { ...es, ...filledTexts(esWholesale, 'es') },
};
const home = { en: filledTexts(enSite, 'en'), es: filledTexts(esSite, 'es') };
type Language = keyof typeof texts;

const STORES = [
  {
    id: '1',
    name: 'Bodega Ñico',
    storeType: 'grocery',
    address: '100 NW 7th St, Miami, FL 33136',
    latitude: '25.7790000',
    longitude: '-80.1960000',
  },
  {
    id: '2',
    name: 'Palmetto Gas',
    storeType: 'gas-station',
    address: '7500 NW 103rd St, Hialeah Gardens, FL 33016',
    latitude: '25.8689000',
    longitude: '-80.3200000',
  },
  {
    id: '3',
    name: 'Key Stop',
    storeType: 'convenience',
    address: '1100 Duval St, Key West, FL 33040',
    latitude: '24.5475000',
    longitude: '-81.7970000',
  },
];

/** The page in a language, with these stores and a fake map host. */
async function openPage(page: Page, language: Language, stores: unknown = STORES) {
  await page.route(/^https:\/\/(maps|www)\.google\.com\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>map</title>' }),
  );
  await page.route('**/api/store-locations', (route) =>
    stores === 'error' ? route.fulfill({ status: 503, json: { message: 'down' } }) : route.fulfill({ json: stores }),
  );
  await page.goto(`/wholesale?lang=${language}`);
  await page.locator('#stores').scrollIntoViewIfNeeded();
}

const storeMap = (page: Page) => page.locator('#stores iframe');
/** The map loads once, when it is asked for. */
const askForMap = (page: Page, t: (typeof texts)['en']) =>
  page
    .locator('#stores')
    .getByRole('button', { name: new RegExp(`^${t.stores_map_show}`) })
    .click();
const mapPlace = async (page: Page) => {
  const url = new URL((await storeMap(page).getAttribute('src')) ?? '');
  return { host: url.host, q: url.searchParams.get('q'), zoom: url.searchParams.get('z') };
};

async function fillInquiry(page: Page, t: (typeof texts)['en'], values: Record<string, string> = {}) {
  const all = {
    [t.inquiry_business_name]: 'El Faro Market',
    [t.inquiry_contact_name]: 'Lourdes Peña',
    [t.inquiry_email]: 'lourdes@example.com',
    [t.inquiry_phone]: '305-555-0177',
    [t.inquiry_location]: 'Hialeah, FL',
    ...values,
  };
  for (const [label, value] of Object.entries(all)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.locator('#inquiry').getByLabel(t.inquiry_store_type, { exact: true }).selectOption('mini-mart');
}

test('the list comes although a busy browser reports "far" and "near" at once', async ({ page }) => {
  await page.addInitScript(() => {
    const { IntersectionObserver: Own } = window;
    window.IntersectionObserver = class extends Own {
      constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          const far = entries.map(({ target }) => ({ target, isIntersecting: false }) as IntersectionObserverEntry);
          report([...far, ...entries], observer);
        }, options);
      }
    };
  });
  await openPage(page, 'en');
  await expect(page.getByLabel(en.stores_search)).toBeVisible();
});

for (const [language, width] of lastInGate(CASES)) {
  test.describe(`${language} at ${width}`, () => {
    const t = texts[language];
    test.use({ viewport: { width, height: 900 }, locale: language === 'es' ? 'es-US' : 'en-US' });

    test('no map loads before it is asked for; choosing a store asks, and shows its place', async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).host));
      await openPage(page, language);
      const { host } = new URL(page.url());
      const link = page.locator('#stores').getByRole('link', { name: t.stores_map_open });
      await expect(link).toHaveAttribute('href', /Miami/);
      await expect(page.getByText(t.stores_map_note)).toBeVisible();
      await expect(storeMap(page)).toHaveCount(0);
      expect(new Set(asked)).toEqual(new Set([host]));
      const { violations } = await axeOf(page).include('#stores').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.getByRole('button', { name: 'Key Stop' }).click();
      await expect(link).toHaveAttribute('href', /Duval/);
      await expect(storeMap(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Key Stop' })).toHaveAttribute('aria-pressed', 'true');
      await expect(storeMap(page)).toBeInViewport();
      expect(await mapPlace(page)).toEqual({ host: 'maps.google.com', q: STORES[2]?.address, zoom: '15' });
      await expect.poll(() => asked).toContain('maps.google.com');
    });

    test('stores too near for two pins share one, which names them and chooses the first', async ({ page }) => {
      const near = { ...STORES[0], id: '4', name: 'Café Río', latitude: '25.7800000', longitude: '-80.1970000' };
      await openPage(page, language, [...STORES, near]);
      const drawn = page.locator('#stores').getByRole('region', { name: t.stores_map_default });
      const name = t.stores_map_pin.replace('{count}', '2').replace('{names}', 'Bodega Ñico, Café Río');
      await expect(drawn.getByRole('button')).toHaveCount(2);
      await drawn.getByRole('button', { name, exact: true }).click();
      const card = page.getByRole('list', { name: t.stores_list }).getByRole('button', { name: 'Bodega Ñico' });
      await expect(card).toHaveAttribute('aria-pressed', 'true');
      await expect(card).toBeInViewport();
    });

    test('the shop’s own map is whole in every window; a pin chooses its store', async ({ page }) => {
      await openPage(page, language);
      const drawn = page.locator('#stores').getByRole('region', { name: t.stores_map_default });
      const pin = drawn.getByRole('button', { name: 'Palmetto Gas' });
      if (!finderMap) throw new Error('This brand has no map.');
      const { west, north, width, height } = finderMap;
      for (const size of [
        { width: 1440, height: 900 },
        { width: 360, height: 640 },
        { width: 1000, height: 700 },
        { width: 375, height: 740 },
      ]) {
        await page.setViewportSize(size);
        await expect(pin).toBeVisible();
        // Repeated until the page has its new size.
        await expect(async () => {
          const [frame, map, at] = await Promise.all(
            [drawn, drawn.locator('svg').first(), pin].map(async (part) => {
              const box = await part.boundingBox();
              if (!box) throw new Error('It is not there.');
              return { ...box, right: box.x + box.width, bottom: box.y + box.height };
            }),
          );
          if (!frame || !map || !at) throw new Error('One of them is not there.');
          // A square drawing fills its container and is not cut off; pins at its upper edge have space.
          expect(Math.abs(map.width - map.height)).toBeLessThan(1);
          expect(map.x >= frame.x && map.right <= frame.right && map.bottom <= frame.bottom + 1).toBe(true);
          expect(map.y - frame.y).toBeGreaterThanOrEqual(at.height);
          expect(map.width).toBeGreaterThan(Math.min(frame.width, frame.height) * 0.8);
          // The pin's point, in hundredths of the map: 25.8689, -80.32.
          expect(Math.abs((at.x + at.width / 2 - map.x) / map.width - (-80.32 - west) / width)).toBeLessThan(0.01);
          expect(Math.abs((at.bottom - map.y) / map.height - (north - 25.8689) / height)).toBeLessThan(0.01);
        }).toPass();
      }
      // The third store is outside of it.
      await expect(drawn.getByRole('button')).toHaveCount(2);
      await pin.click();
      const card = page.getByRole('list', { name: t.stores_list }).getByRole('button', { name: 'Palmetto Gas' });
      await expect(card).toHaveAttribute('aria-pressed', 'true');
      await expect(card).toBeFocused();
      await expect(card).toBeInViewport();
      await expect(storeMap(page)).toBeInViewport();
      expect((await mapPlace(page)).q).toBe(STORES[1]?.address);
    });

    test('a ZIP code sorts by distance, a name and a type filter', async ({ page }) => {
      await openPage(page, language);
      const names = page.getByRole('list', { name: t.stores_list }).getByRole('button');
      await page.getByLabel(t.stores_search).fill('33040');
      await expect(page.getByText(t.stores_sorted)).toBeVisible();
      await expect(names).toHaveText(['Key Stop', 'Palmetto Gas', 'Bodega Ñico']);

      await page.getByLabel(t.stores_search).fill('nico');
      await expect(names).toHaveText(['Bodega Ñico']);
      await expect(page.getByText(t.stores_count_one)).toBeVisible();

      await page.getByLabel(t.stores_search).fill('');
      await page.locator('#stores').getByLabel(t.stores_type, { exact: true }).selectOption('gas-station');
      await expect(names).toHaveText(['Palmetto Gas']);

      await page.getByLabel(t.stores_search).fill('zzz');
      await expect(page.getByText(t.stores_none_match)).toBeVisible();
      await page.getByRole('button', { name: t.stores_clear }).click();
      await expect(names).toHaveCount(3);
    });

    test('without stores and while loading it says so; the map shows Miami', async ({ page }) => {
      await openPage(page, language, []);
      await expect(page.getByText(t.stores_empty, { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: t.stores_wanted })).toBeVisible();
      await page.locator('#stores').getByRole('link', { name: t.wholesale_hero_cta }).click();
      await expect(page.getByRole('heading', { name: t.inquiry_heading })).toBeInViewport();
      await askForMap(page, t);
      await expect(storeMap(page)).toBeVisible();
      expect((await mapPlace(page)).q).toBe('Miami, FL');
    });

    test('an inquiry is sent once, and thanks take the place of the form', async ({ page }) => {
      await openPage(page, language);
      await fillInquiry(page, t);
      await page.getByRole('button', { name: t.inquiry_submit }).click();
      await expect(page.getByRole('heading', { name: t.inquiry_thanks_title })).toBeFocused();
      await expect(page.locator('#inquiry').getByText(t.inquiry_thanks_text)).toBeVisible();

      await page.getByRole('button', { name: t.inquiry_another }).click();
      await expect(page.getByLabel(t.inquiry_business_name)).toHaveValue('');
      await test.step('one filled by a password manager without events is sent unchanged', async () => {
        const first = { businessName: 'El Faro Market', contactName: 'Lourdes Peña', location: 'Hialeah, FL' };
        const later = { email: 'lourdes@example.com', phone: '305-555-0177' };
        await fillSilently(page, first);
        // The selection renders the form again.
        await page.locator('#inquiry').getByLabel(t.inquiry_store_type, { exact: true }).selectOption('mini-mart');
        await fillSilently(page, later);
        const sent = page.waitForRequest('**/api/wholesale-inquiries');
        await page.evaluate(() => document.querySelector<HTMLFormElement>('#inquiry form')?.requestSubmit());
        expect((await sent).postDataJSON()).toMatchObject({ ...first, storeType: 'mini-mart', ...later });
        await expect(page.getByRole('heading', { name: t.inquiry_thanks_title })).toBeFocused();
      });
    });

    test('an invalid field has an error and the focus; a refusal keeps the form', async ({ page }) => {
      let sent = 0;
      await openPage(page, language);
      await page.route('**/api/wholesale-inquiries', (route) => {
        sent++;
        return route.fulfill({ status: 429, json: { message: 'Too many requests.' } });
      });
      await fillInquiry(page, t, { [t.inquiry_email]: 'nobody', [t.inquiry_phone]: '305555' });
      // Shown when the field is left; the button does not move.
      await expect(page.getByText(t.inquiry_short_phone)).toBeVisible();
      await page.getByRole('button', { name: t.inquiry_submit }).click();
      await expect(page.getByText(t.inquiry_invalid_email)).toBeVisible();
      const email = page.getByLabel(t.inquiry_email, { exact: true });
      await expect(email).toBeFocused();
      await email.fill('ana@gmail.con');
      await expect(email).toHaveAccessibleDescription(home[language].form_email_typo.replace('{value}', 'gmail.com'));
      expect(sent).toBe(0);
      await page.getByRole('button', { name: 'Key Stop' }).click();
      await expect(storeMap(page)).toBeVisible();
      const { violations } = await axeOf(page).include('main').exclude('iframe').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await test.step('one that the server does not take keeps the form, in the words of the specification', async () => {
        await fillInquiry(page, t);
        await page.getByRole('button', { name: t.inquiry_submit }).click();
        await expect(page.getByText(t.inquiry_error_text).first()).toBeVisible();
        await expect(page.getByLabel(t.inquiry_business_name)).toHaveValue('El Faro Market');
        expect(sent).toBe(1);
      });
    });
  });
}

test('an open page shows a changed store: told, on sight, and by a link', async ({ page, context }) => {
  let calls = 0;
  let stores = STORES;
  await openPage(page, 'en');
  await page.route('**/api/store-locations', (route) => {
    calls += 1;
    return route.fulfill({ json: stores });
  });
  const list = page.getByRole('list', { name: texts.en.stores_list });
  const card = (index: number) => list.getByRole('button', { name: new RegExp(STORES[index]?.name ?? '') });
  await expect(card(2)).toBeVisible();
  const before = calls;
  stores = STORES.slice(0, 1);
  const other = await context.newPage();
  await other.goto('/contact');
  await other.evaluate((name) => new BroadcastChannel(name).postMessage('changed'), STORES_CHANNEL);
  await expect(card(2)).toHaveCount(0);
  stores = STORES.slice(1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(card(2)).toBeVisible();
  await expect(card(0)).toHaveCount(0);
  stores = STORES;
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveURL(/contact/);
  await page.goBack();
  await page.locator('#stores').scrollIntoViewIfNeeded();
  await expect(card(0)).toBeVisible();
  expect(calls - before).toBe(3);
});

test('a list may be asked for again; "near me" asks when pressed, and sorts', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 24.55, longitude: -81.79 });
  await openPage(page, 'en', 'error');
  await expect(page.getByText(texts.en.stores_failed)).toBeVisible();
  await page.unroute('**/api/store-locations');
  await page.route('**/api/store-locations', (route) => route.fulfill({ json: STORES }));
  await page.locator('#stores').getByRole('button', { name: enSite.region_again }).click();
  const names = page.getByRole('list', { name: texts.en.stores_list }).getByRole('button');
  await expect(names.first()).toHaveText('Bodega Ñico');
  await page.getByRole('button', { name: texts.en.stores_near_me }).click();
  await expect(names.first()).toHaveText('Key Stop');
});

test('E2: a hostile store name and address are text, and the map keeps its host', async ({ page }) => {
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  await openPage(page, 'en', [{ ...STORES[0], name: hostile, address: hostile }]);
  await expect(page.getByRole('button', { name: hostile, exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: hostile, exact: true }).first().click();
  await expect(storeMap(page)).toBeVisible();
  expect(await mapPlace(page)).toEqual({ host: 'maps.google.com', q: hostile, zoom: '15' });
  expect(dialogs).toBe(0);
});

test('five thousand stores are searched without all of them in the document', async ({ page }) => {
  const many = Array.from({ length: 5000 }, (_, i) => ({ ...STORES[i % 3], id: String(i), name: `Store ${i}` }));
  await openPage(page, 'en', many);
  await expect(page.getByText('5,000 stores')).toBeVisible();
  const cards = page.getByRole('list', { name: texts.en.stores_list }).getByRole('listitem');
  expect(await cards.count()).toBeLessThan(100);
  await page.getByLabel(texts.en.stores_search).fill('store 4999');
  await expect(cards).toHaveCount(1);
});

test('the line sheet opens from the page', async ({ page }) => {
  await openPage(page, 'en');
  const href = await page.getByRole('link', { name: texts.en.inquiry_line_sheet }).getAttribute('href');
  const answer = await page.goto(href ?? '');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Line sheet');
});

test('the line sheet of six products in both languages is one Letter page', async ({ page }) => {
  const { products } = brandContent();
  const six = Array.from({ length: 6 }, (_, i) => {
    const product = products[i % products.length] as Product;
    const ingredients = [
      ...product.ingredients,
      { name: localized(`Spice ${i}`, `Especia ${i}`), of: localized('', '') },
    ];
    return { ...product, id: `${i}`, ingredients };
  });
  const { lineSheet: parts } = readParts('dist/render');
  await page.route('**/line-sheet.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: lineSheet(parts, { products: six }) }),
  );
  await page.goto('/line-sheet.html', { waitUntil: 'networkidle' });
  await expect(page.locator('.products > *')).toHaveCount(6);
  await expect(page.getByText('Spice 5')).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  // A Letter page in points (1/72 inch).
  expect(pdf.match(/\/MediaBox\s*\[0 0 612 792\]/g)).not.toBeNull();
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** Enough for the list to push away whatever is below it. */
const MANY = Array.from({ length: 24 }, (_, i) => ({ ...STORES[i % 3], id: String(i), name: `Store ${i}` }));

for (const [language, width] of isFull ? [...CASES, ...inTurns([768])] : lastInGate(CASES)) {
  test.describe(`places in the page: ${language} at ${width}`, () => {
    const t = texts[language];
    test.use({ viewport: { width, height: 800 } });

    /** The section's top is at the bar, and stays there when the list has loaded. */
    async function expectLanded(page: Page, id: string) {
      const top = () => page.locator(`#${id}`).evaluate((node) => Math.round(node.getBoundingClientRect().top));
      await expect.poll(top).toBeGreaterThanOrEqual(60);
      await expect.poll(top).toBeLessThanOrEqual(72);
      if (id === 'stores') await expect(page.getByRole('button', { name: 'Store 23' })).toBeAttached();
      await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
      expect(await top()).toBeGreaterThanOrEqual(60);
      expect(await top()).toBeLessThanOrEqual(72);
      await expect(page.locator(`#${id}-heading`)).toBeInViewport();
    }

    test('the form and the stores are reached by link and by click', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Stored only in the browser: the document is in English and changes its words on hydration. Only in the page: an
      // empty page and the map's frame have no storage.
      await page.addInitScript(
        (lang) => location.protocol === 'http:' && self === top && localStorage.setItem('lang', lang),
        language,
      );
      await openPage(page, language, MANY);
      await page.goto('about:blank');
      await page.context().clearCookies();
      for (const id of ['inquiry', 'stores']) {
        await page.goto(`/wholesale#${id}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expectLanded(page, id);
        await page.goto('about:blank');
      }
      await page.goto('/wholesale');
      await page.getByRole('link', { name: t.wholesale_hero_cta }).click();
      await expectLanded(page, 'inquiry');
      await page.goto('/');
      await page.getByRole('link', { name: home[language].home_find_stores }).click();
      await expect(page).toHaveURL(/\/wholesale#stores$/);
      await expectLanded(page, 'stores');
    });

    test('a chosen store and its map are in view together, also after another choice', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPage(page, language, MANY);
      await askForMap(page, t);
      for (const name of ['Store 5', 'Store 17', 'Store 2']) {
        const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
        await card.getByRole('button', { name, exact: true }).click();
        await expect(card.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
        await expect(storeMap(page)).toHaveCount(1);
        await expect(storeMap(page)).toBeInViewport({ ratio: 0.99 });
        await expect(storeMap(page)).toHaveAttribute('title', new RegExp(`${name}, `));
        // A label names what it shows: in its card, or below it.
        const named = width < 1024 ? card : page.locator('#stores figure');
        await expect(named).toContainText(name);
        if (width < 1024) await expect(card.locator('iframe')).toHaveCount(1);
      }
    });
  });
}
