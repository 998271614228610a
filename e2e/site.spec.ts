import type { Page } from '@playwright/test';
import { products } from '#brand/catalogue.ts';
import enCheckout from '#brand/texts/en/checkout.json' with { type: 'json' };
import enSite from '#brand/texts/en/site.json' with { type: 'json' };
import enWholesale from '#brand/texts/en/wholesale.json' with { type: 'json' };
import esSite from '#brand/texts/es/site.json' with { type: 'json' };
import esWholesale from '#brand/texts/es/wholesale.json' with { type: 'json' };
import { publicPaths } from '#scripts/budget.ts';
import { filledTexts } from '#test/texts.ts';
import { axeOf } from './axe.ts';
import { CASES, FULL_TIER, inTurns, lastInGate } from './cases.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './hydrated.ts';

const en = filledTexts(enSite, 'en');
const es = filledTexts(esSite, 'es');
const texts = {
  en: { ...en, ...filledTexts(enWholesale, 'en') },
  es: { ...es, ...filledTexts(esWholesale, 'es') },
};
const pages = publicPaths().map((path) => [path, path.slice(1) || 'home'] as const);
const languages = ['en', 'es'] as const;
/** Enough to simulate a shop's own additions. */
const MORE_LINKS = { en: ['Gift boxes'], es: ['Para regalar'] };
const titleOf = (room: string, language: 'en' | 'es') =>
  (texts[language] as Record<string, string>)[`${room}_title`] ?? /./;

async function menuIsFolded(page: Page) {
  return page.getByRole('button', { name: /menu|menú/i }).isVisible();
}

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language === 'es' ? 'es-US' : 'en-US' });

    test('every page hydrates quietly, with its own title and links that answer', async ({ page, request, shop }) => {
      const foreign = foreignHosts(page, shop.url);
      const linked = new Set<string>();
      for (const [path, room] of pages) {
        await test.step(path, async () => {
          const answer = await page.goto(path);
          expect(answer?.status()).toBe(200);
          await hydrated(page);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expect(page).toHaveTitle(titleOf(room, language));
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          const marked = page.getByRole('banner').locator('[aria-current="page"]');
          const isInBar = (await page.getByRole('banner').locator(`a[href="${path}"]`).count()) > 0;
          // Only the footer links to the policies.
          if (isInBar) await expect(marked).toHaveAttribute('href', path);
          else if (path.startsWith('/policies/')) await expect(marked).toHaveCount(0);
          const hrefs = await page
            .locator('a[href^="/"], a[href^="#"]')
            .evaluateAll((links) => links.map((a) => a.getAttribute('href') ?? ''));
          for (const href of hrefs) {
            if (href.startsWith('#')) await expect(page.locator(href), `${path} ${href}`).toHaveCount(1);
            else linked.add(href);
          }
          await page.waitForLoadState('networkidle');
          expect(foreign).toEqual([]);
        });
      }
      for (const href of linked) expect((await request.get(href)).status(), href).toBe(200);
    });

    test('every page has no axe violation, with the menu open and closed', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const width of CASES.flatMap(([each, at]) => (each === language ? [at] : []))) {
        await page.setViewportSize({ width, height: 900 });
        for (const [each, path] of inTurns([...pages.map(([p]) => p), '/nothing-here'])) {
          if (each !== language) continue;
          await page.goto(path);
          await hydrated(page);
          expect(await violations(page), `${path} ${width}`).toEqual([]);
          expect(await boldDisplayFace(page), `${path} ${width}`).toEqual([]);
          if (!(await menuIsFolded(page))) continue;
          await page.getByRole('button', { name: texts[language].nav_open_menu }).click();
          await expect(page.getByRole('link', { name: texts[language].nav_about }).first()).toBeVisible();
          expect(await violations(page), `${path} ${width} menu open`).toEqual([]);
        }
      }
    });
  });
}
test.use({ allowConsole: [/404 \(Not Found\)/] });

/** The display face has one weight, so a bold one would be synthesized. */
const boldDisplayFace = (page: Page) =>
  page.evaluate(() => [
    ...(getComputedStyle(document.body).fontSynthesis === 'none' ? [] : ['font-synthesis']),
    ...[...document.querySelectorAll('body *')]
      .filter((node) => {
        const { fontFamily, fontWeight } = getComputedStyle(node);
        return /^"?Yeseva/.test(fontFamily) && Number(fontWeight) > 400 && node.textContent?.trim();
      })
      .map((node) => node.outerHTML.slice(0, 120)),
  ]);

async function violations(page: Page) {
  const { violations } = await axeOf(page).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

/** The hosts, besides the shop's, that the page asks from now on. */
function foreignHosts(page: Page, url: string): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin, host } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) foreign.push(host);
  });
  return foreign;
}

test('the map asks another host, once it is asked for', async ({ page, shop }) => {
  const foreign = foreignHosts(page, shop.url);
  await page.route(/^https:\/\/(maps|www)\.google\.com\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>map</title>' }),
  );
  await page.goto('/wholesale');
  await hydrated(page);
  await page.locator('#stores').scrollIntoViewIfNeeded();
  const show = page.locator('#stores').getByRole('button', { name: /^Show the map/ });
  await expect(show).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
  await show.click();
  await expect.poll(() => foreign).toEqual(['maps.google.com']);
});

test('the toggle offers the other language, changes all words at once and is remembered', async ({ page, context }) => {
  await page.goto('/product');
  await hydrated(page);
  await page.getByRole('button', { name: /^ES/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page).toHaveTitle(es.product_title);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    es.product_description.replace('{sizes}', '1.10 oz y 2.5 oz'),
  );
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/product\?lang=es$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es.product_heading);
  // Static HTML changes too.
  await expect(page.getByRole('heading', { name: es.product_sizes_heading })).toBeVisible();
  await expect(page.getByText(es.faq_keep_q)).toBeVisible();
  await expect(page.getByText(en.faq_keep_q)).toHaveCount(0);
  expect(await page.evaluate(() => Object.values(localStorage))).toContain('es');
  expect((await context.cookies()).find((cookie) => cookie.name === 'lang')?.value).toBe('es');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es.product_heading);
  await page.getByRole('button', { name: /^EN/ }).click();
  await expect(page).toHaveTitle(en.product_title);
  await expect(page.getByText(en.faq_keep_q)).toBeVisible();
  await test.step('?lang=es acts like the toggle', async () => {
    await page.goto('/about?lang=es');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(es.about_heading);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(es.home_heading);
  });
});

test('a page reached by a link has all its parts, and the focus at its start', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: en.nav_product }).click();
  await expect(page.getByRole('heading', { name: en.product_sizes_heading })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('tab', { name: en.product_tab_nutrition }).click();
  await expect(page.getByRole('rowheader', { name: en.nutrition_iron }).first()).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: en.nav_wholesale }).click();
  await expect(page.getByRole('heading', { name: enWholesale.benefit_barcodes_title })).toBeVisible();
});

test('the bar stays in view and gets its shadow after 20 pixels, not before', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const bar = page.getByRole('banner');
  const look = () => bar.evaluate((node) => getComputedStyle(node).boxShadow);
  await page.evaluate(() => scrollTo(0, 20));
  await expect(bar).toHaveAttribute('data-scrolled', 'false');
  const before = await look();
  await page.evaluate(() => scrollTo(0, 21));
  await expect(bar).toHaveAttribute('data-scrolled', 'true');
  await expect.poll(look).not.toBe(before);
  await page.evaluate(() => scrollTo(0, 900));
  expect(await bar.evaluate((node) => node.getBoundingClientRect().top)).toBe(0);
});

for (const language of lastInGate(languages)) {
  test(`the bar holds eight links in one row, or folds them away, from 768 to 1440: ${language}`, async ({ page }) => {
    await page.goto(`/?lang=${language}`);
    await hydrated(page);
    await page.evaluate((more) => {
      const list = document.querySelector('.nav-menu ul');
      for (const name of more) {
        const item = list?.lastElementChild?.cloneNode(true) as HTMLElement;
        const link = item.querySelector('a');
        if (link) link.textContent = name;
        list?.append(item);
      }
    }, MORE_LINKS[language]);
    for (let width = 768; width <= 1440; width += 48) {
      await page.setViewportSize({ width, height: 800 });
      // In the frame after a resize, the layout is not final yet.
      await expect(async () => {
        const { links, rows, overflow } = await page.evaluate(() => {
          const all = [...document.querySelectorAll('.nav-menu a')].filter((link) => link.checkVisibility());
          const boxes = all.map((link) => link.getBoundingClientRect());
          const bar = document.querySelector('header')?.getBoundingClientRect();
          return {
            links: all.length,
            rows: new Set([...boxes.map(({ top }) => Math.round(top)), ...boxes.filter(({ height }) => height > 60)])
              .size,
            overflow: Math.max(
              document.documentElement.scrollWidth - innerWidth,
              ...boxes.map(({ right }) => right - (bar?.right ?? 0)),
              // Below the logo means that the row was full.
              (bar?.height ?? 0) - 90,
            ),
          };
        });
        if (links === 0) await expect(page.getByRole('button', { name: texts[language].nav_open_menu })).toBeVisible();
        else expect({ width, links, rows }).toEqual({ width, links: 8, rows: 1 });
        expect(overflow, `${width}`).toBeLessThanOrEqual(0);
      }).toPass({ timeout: 60_000 });
    }
  });
}

test('on a phone the menu opens, closes with Escape and with a choice', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/');
  await hydrated(page);
  const menu = page.getByRole('navigation', { name: en.nav_label });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: en.nav_open_menu }).click();
  await expect(menu.getByRole('link')).toHaveCount(7);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: en.nav_open_menu })).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: en.nav_contact }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(menu).toBeHidden();
});

test('the keyboard alone: skip link, bar, toggle, tabs and questions', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/product');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: en.nav_skip })).toBeFocused();
  await expect(page.getByRole('link', { name: en.nav_skip })).toBeInViewport();
  for (const name of [
    'Doña Guayaba',
    en.nav_home,
    en.nav_about,
    en.nav_product,
    en.nav_shop,
    en.nav_stories,
    en.nav_wholesale,
    en.nav_contact,
  ]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Cart/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es.product_heading);
  await expect(page.getByRole('button', { name: /^EN/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.product_heading);

  await page.getByRole('tab', { name: en.product_tab_ingredients }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: en.product_tab_nutrition })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: en.product_tab_nutrition })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: en.product_tab_ingredients })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: en.product_tab_nutrition })).toBeVisible();

  await page.getByText(en.faq_keep_q).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(en.faq_keep_a)).toBeVisible();
});

test('the product page has bars, numbers and the whole label, and prints them', async ({ page }) => {
  await page.goto('/product');
  await hydrated(page);
  const card = page.getByRole('complementary', { name: en.product_barcode_heading });
  await expect(card.locator('svg path')).toHaveCount(13);
  await expect(card).toContainText('200000040017');
  await expect(card).toContainText('200000020019');
  await page.getByRole('tab', { name: en.product_tab_nutrition }).click();
  const panel = page.getByRole('tabpanel', { name: en.product_tab_nutrition });
  await expect(panel).toContainText('1.10 oz (31.20 g)');
  await expect(panel).toContainText('150');
  const labels = panel.getByRole('region');
  await expect(labels).toHaveCount(products.length);
  for (const [i, { name, pieces }] of products.entries()) {
    const label = labels.nth(i);
    await expect(label).toHaveAccessibleName(en.nutrition_caption.replace('{name}', name.en));
    await expect(label).toContainText(`${pieces} servings per container`);
    await expect(label.getByRole('rowheader')).toHaveCount(14);
    await expect(label.getByRole('rowheader', { name: /^Includes \d+ g Added Sugars$/ })).toBeVisible();
    // 21 CFR 101.9(d)(1)(iv): these are bold, indented ones not.
    const weights = await label
      .getByRole('rowheader')
      .evaluateAll((rows) => rows.map((row) => [row.textContent, getComputedStyle(row).fontWeight]));
    const bold = weights
      .filter(([, weight]) => Number(weight) >= 700)
      .map(([text]) => text?.replace(/ [\d.]+ m?c?g$/, ''));
    expect(bold).toEqual(['Total Fat', 'Cholesterol', 'Sodium', 'Total Carbohydrate', 'Protein']);
  }
  await expect(panel).toContainText(en.nutrition_note);
  await page.getByRole('tab', { name: en.product_tab_ingredients }).click();
  await expect(panel).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(en.nutrition_note).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('the hero moves on scroll, but not with reduced motion', FULL_TIER, async ({ page }) => {
  const shift = () => page.locator('.parallax').evaluate((node) => new DOMMatrix(getComputedStyle(node).transform).m42);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(shift).toBeGreaterThan(5);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  expect(await shift()).toBe(0);
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-US' });
  test('an unknown path is a 404 page, and says nothing of the path', async ({ page }) => {
    const answer = await page.goto('/no-such-thing-4711');
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Página no encontrada');
    expect(await page.content()).not.toContain('4711');
  });
});

test('without script every page still shows all its words', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/product?lang=es');
  await expect(page.getByText(es.nutrition_note).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: es.product_sizes_heading })).toBeVisible();
  await context.close();
});

/**
 * The share of a picture that its frame shows across and down, 0 to 1; and the distance from the window's right edge.
 */
function framing(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => {
      const { width, height, right } = image.getBoundingClientRect();
      const scale = Math.max(
        width / Number(image.getAttribute('width')),
        height / Number(image.getAttribute('height')),
      );
      return {
        across: width / (Number(image.getAttribute('width')) * scale),
        down: height / (Number(image.getAttribute('height')) * scale),
        gap: document.documentElement.clientWidth - right,
      };
    }),
  );
}

test('pictures of packs and food are whole at every width', async ({ page }) => {
  const atEach = async (path: string, check: () => Promise<void>) => {
    await page.goto(path);
    for (const width of [768, 1024, 1280, 1440, 375]) {
      await test.step(`${path} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect(check).toPass();
      });
    }
  };
  await atEach('/product', async () => {
    const product = await framing(page, 'main figure img');
    expect(product).toHaveLength(3);
    for (const { across, down, gap } of product) {
      expect(Math.min(across, down)).toBeGreaterThan(0.98);
      expect(gap).toBeGreaterThan(12);
    }
  });
  await atEach('/about', async () => {
    const [kitchen] = await framing(page, 'main section:first-child img');
    expect(Math.min(kitchen?.across ?? 0, kitchen?.down ?? 0)).toBeGreaterThan(0.98);
    const picture = await page.locator('main section:first-child img').boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    const isBeside = (heading?.x ?? 0) + (heading?.width ?? 0) <= (picture?.x ?? 0);
    const isBelow = (heading?.y ?? 0) >= (picture?.y ?? 0) + (picture?.height ?? 0);
    expect(isBeside || isBelow).toBe(true);
  });
  await atEach('/wholesale', async () => {
    const boxes = await framing(page, '[aria-labelledby="wholesale-benefits"] img[src*="Box-"]');
    expect(boxes).toHaveLength(2);
    for (const { across, down } of boxes) expect(Math.min(across, down)).toBeGreaterThan(0.7);
  });
});

for (const language of lastInGate(languages)) {
  test(`home: picture first on a phone, words in line beside it: ${language}`, FULL_TIER, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/');
    await hydrated(page);
    const h1 = page.getByRole('heading', { level: 1 });
    await expect(h1).toHaveText(texts[language].home_heading);
    const box = async (locator: ReturnType<Page['locator']>) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
      return { left: x, top: y, right: x + width, bottom: y + height };
    };
    const picture = page.locator('.hero-window');
    expect((await box(picture)).bottom).toBeLessThanOrEqual((await box(h1)).top + 1);
    await expect(page.locator('main').getByRole('link', { name: texts[language].home_shop_now })).toBeInViewport({
      ratio: 1,
    });
    for (const width of [1024, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 1000 });
      const logo = page.getByRole('banner').locator('a:has(img)');
      // Two boxes need two reads, and the window's resize may fall between them.
      await expect
        .poll(async () => Math.abs((await box(h1)).left - (await box(logo)).left), { message: `${width}` })
        .toBeLessThanOrEqual(1);
      // The half sandwich begins at 42 % of the picture, the tower at 55 %.
      if (width < 1440) continue;
      const wordsEnd = () =>
        h1.evaluate((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getBoundingClientRect().right;
        });
      await expect
        .poll(
          async () => {
            const { left, right } = await box(picture);
            return ((await wordsEnd()) - left) / (right - left);
          },
          { message: `${width}` },
        )
        .toBeLessThan(0.42);
    }
  });
}

test('cards of one row begin at one height and end at one height', FULL_TIER, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const edges = (selector: string) =>
    page.locator(selector).evaluateAll((cards) =>
      cards.map((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return [Math.round(top), Math.round(bottom)].join();
      }),
    );
  for (const [path, selector, count] of [
    ['/', 'section[aria-labelledby=find-heading] li', 3],
    ['/product', 'section[aria-labelledby=sizes-heading] article', 2],
    ['/product', 'section[aria-labelledby=soon-heading] li', 2],
  ] as const) {
    await page.goto(path);
    const found = await edges(selector);
    expect(found, selector).toHaveLength(count);
    expect(new Set(found).size, selector).toBe(1);
  }
});

test('the footer has mail, phone and profiles; about and footer lead to the shop', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', /instagram\.com/);
  await expect(footer.getByRole('link', { name: 'TikTok' })).toHaveAttribute('href', /tiktok\.com/);
  await expect(footer.locator('a[href^="tel:"]')).toHaveCount(1);
  await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(1);
  for (const place of [page.getByRole('main'), footer]) {
    await place.locator('a[href="/shop"]').last().click();
    await expect(page).toHaveURL(/\/shop$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  }
});

test('an order that is not there: the address to write to is a link', async ({ page }) => {
  await page.goto('/order/no-such-order');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(enCheckout.order_missing_heading);
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/write to us at \S+@\S+\./);
});

test('with forced colours every button keeps an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.addInitScript(() => localStorage.setItem('cart', '[{"id":"box40","quantity":1}]'));
  await page.setViewportSize({ width: 375, height: 800 });
  for (const path of ['/', '/shop', '/about', '/wholesale']) {
    await page.goto(path);
    await hydrated(page);
    const bare = await page.locator('.button, header button, [data-cart-bar] button').evaluateAll((all) =>
      all
        .filter((button) => button.checkVisibility())
        .filter((button) => {
          const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
          return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1;
        })
        .map((button) => button.textContent),
    );
    expect(bare, path).toEqual([]);
  }
});

test('a span of numbers such as 24-48 is never broken', FULL_TIER, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/wholesale', '/contact', '/shop']) {
    await page.goto(path);
    await hydrated(page);
    for (let width = 320; width <= 420; width += 4) {
      await page.setViewportSize({ width, height: 800 });
      const broken = await page.evaluate(() => {
        const range = document.createRange();
        const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (walker.nextNode()) {
          const node = walker.currentNode;
          for (const match of (node.textContent ?? '').matchAll(/\d+-\d+/g)) {
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(match[0]);
          }
        }
        return found;
      });
      expect(broken, `${path} at ${width}`).toEqual([]);
    }
  }
});
