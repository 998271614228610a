import type { Request } from '@playwright/test';
import { adminCall, expect, expectAccessible, signIn, test, toastOf } from './admin-fixtures.ts';
import { FULL_TIER, inTurns, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, hasTouch: true, isMobile: true });
// A lost connection and refused saves are part of it.
test.use({ allowConsole: [/net::ERR_FAILED|409/] });

for (const [language, [width, height]] of lastInGate(
  inTurns([
    [375, 740],
    [360, 640],
  ] as const),
)) {
  test(`the bar of a long form is one row: ${language}, ${width} px`, FULL_TIER, async ({ page, shop }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, shop.url);
    const t = wordsOf(language);
    const publish = t('admin_publish_one');
    for (const path of ['facts', 'shipping-rules', 'refunds']) {
      await page.goto(`/admin/site/${path}?lang=${language}`);
      const buttons = [t('admin_product_save'), publish, t('admin_site_preview')].map((name) =>
        page.getByRole('button', { name, exact: true }),
      );
      const tops = async () => new Set(await page.locator('.form-bar button').evaluateAll(topsOf));
      for (const button of buttons) await expect(button).toBeInViewport();
      expect(await tops(), path).toHaveProperty('size', 1);
      const { height: taken } = (await page.locator('.form-bar').boundingBox()) ?? { height: 999 };
      expect(taken, path).toBeLessThan(80);
      await expectAccessible(page);
      // Delayed, so that the bar is seen while it publishes.
      await page.route('**/api/admin/**', (route) =>
        route.request().method() === 'PUT' ? undefined : route.continue(),
      );
      await buttons[1]?.tap();
      await expect(page.locator('.form-bar [aria-busy]')).toBeVisible();
      expect(await tops(), path).toHaveProperty('size', 1);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
}

const topsOf = (all: Element[]) => all.map((each) => Math.round(each.getBoundingClientRect().top));

/** The distance between two checks on a long form. */
const STEP_PX = 150;

/** The parts of the line with Undo that are covered while the toast is visible. */
const hiddenPartsOf = (undo: Element) => {
  const box = (undo.closest('li') ?? undo).getBoundingClientRect();
  const button = undo.getBoundingClientRect();
  const points = [box, button].flatMap(({ left, right, top, bottom }) =>
    [left + 6, (left + right) / 2, right - 6].flatMap((x) =>
      [top + 6, (top + bottom) / 2, bottom - 6].map((y) => [x, y]),
    ),
  );
  return points
    .map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
    .filter((found) => !found?.closest('li')?.contains(undo))
    .map((found) => found?.outerHTML.slice(0, 120) ?? 'outside of the window');
};

for (const [language, width, height] of lastInGate([
  ['en', 375, 740],
  ['en', 1440, 900],
  ['es', 360, 640],
])) {
  test(`a toast hides no Undo after a publish: ${language}, ${width} px`, FULL_TIER, async ({ page, shop }) => {
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await signIn(page, shop.url);
    const t = wordsOf(language);
    const publish = t('admin_publish_one');
    const isSave = (request: Request) => request.method() !== 'GET';
    for (const [path, field, value, other] of [
      ['facts', t('admin_facts_phone'), '(305) 555-0188', '(305) 555-0199'],
      ['shipping-rules', t('admin_shipping_free_over'), '31', '32'],
    ] as const) {
      await page.goto(`/admin/site/${path}?lang=${language}`);
      await page.getByLabel(field, { exact: true }).fill(value);
      await page.getByRole('button', { name: publish, exact: true }).tap();
      const undo = page.locator('[data-undo]').last();
      await expect(undo).toBeVisible();
      await expect(page.locator('#toasts li')).toHaveCount(0);
      // A toast of another cause, such as a lost network.
      await page.route('**/api/admin/**', (route) => (isSave(route.request()) ? route.abort() : route.fallback()));
      await page.getByLabel(field, { exact: true }).fill(other);
      await page.getByRole('button', { name: publish, exact: true }).tap();
      await expect(page.locator('#toasts li')).toBeVisible();
      await page.unroute('**/api/admin/**');
      expect(await undo.evaluate(hiddenPartsOf), path).toEqual([]);
      // Time is stopped during the check, because the line stays for ten seconds, the toast for five.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
      const most = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      for (let top = 0; top < most + STEP_PX; top += STEP_PX) {
        await page.evaluate((to) => scrollTo(0, to), top);
        await expect.poll(() => undo.evaluate(hiddenPartsOf), `${path} at ${top}`).toEqual([]);
      }
      await page.screenshot({ path: test.info().outputPath(`${path}.png`) });
      await page.clock.resume();
      await undo.tap();
      await expect(toastOf(page)).toContainText(t('admin_undone'));
    }
  });
}

for (const [language, width, height] of lastInGate([
  ['en', 1440, 900],
  ['es', 360, 640],
  ['es', 375, 740],
] as const)) {
  test(`a refused publish says so where it was: ${language}, ${width} px`, FULL_TIER, async ({ page, shop }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, shop.url);
    const t = wordsOf(language);
    const publish = page.getByRole('button', { name: t('admin_publish_one'), exact: true });
    const conflict = page.getByRole('alert').filter({ hasText: t('admin_conflict_title') });
    const [{ id }] = await adminCall<[{ id: string }]>(page, 'GET', '/api/admin/products');
    const readProduct = async () =>
      (await adminCall<{ id: string; version: number }[]>(page, 'GET', '/api/admin/products')).find(
        (product) => product.id === id,
      );
    for (const { path, field, elsewhere } of [
      {
        path: `/admin/products/${id}`,
        field: page.locator(`#field-description-${language}`),
        elsewhere: async (text: string) => {
          const product = await readProduct();
          const description = { en: text, es: text };
          await adminCall(page, 'PATCH', `/api/admin/products/${id}`, { version: product?.version, description });
        },
      },
      {
        path: '/admin/site/facts',
        field: page.getByLabel(t('admin_facts_phone'), { exact: true }),
        elsewhere: async (phone: string) => {
          const facts = await adminCall<object>(page, 'GET', '/api/admin/facts');
          await adminCall(page, 'PUT', '/api/admin/facts', { ...facts, phone });
        },
      },
    ]) {
      await page.goto(`${path}?lang=${language}`);
      await field.fill('(305) 555-0111');
      await elsewhere('(305) 555-0122');
      await publish.tap();
      await expect(conflict).toBeInViewport({ ratio: 1 });
      await expect(conflict).toBeFocused();
      await expect(conflict).toContainText('(305) 555-0122');
      await expect(publish).toBeInViewport({ ratio: 1 });
      await page.screenshot({ path: test.info().outputPath(`${path.split('/')[2]}.png`) });
      await expectAccessible(page);
      // Refused again, so it appears again.
      await elsewhere('(305) 555-0133');
      await conflict.getByRole('button', { name: t('admin_conflict_mine') }).tap();
      await expect(conflict).toContainText('(305) 555-0133');
      await expect(conflict).toBeFocused();
      await conflict.getByRole('button', { name: t('admin_conflict_theirs') }).tap();
      await expect(conflict).toHaveCount(0);
      await expect(field).toHaveValue('(305) 555-0133');
    }
  });
}
