import { expect, expectAccessible, signIn, test } from './admin-fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, hasTouch: true, isMobile: true });

const NAMES = {
  en: { save: 'Save draft', publish: 'Publish', preview: 'Preview' },
  es: { save: 'Guardar borrador', publish: 'Publicar', preview: 'Vista previa' },
} as const;

for (const language of ['en', 'es'] as const) {
  for (const [width, height] of [
    [375, 740],
    [360, 640],
  ] as const) {
    test(`the bar of a long form is one row, while it publishes too, in ${language} at ${width} px`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize({ width, height });
      await signIn(page, shop.url);
      const { save, publish, preview } = NAMES[language];
      for (const path of ['facts', 'shipping-rules', 'refunds']) {
        await page.goto(`/admin/site/${path}?lang=${language}`);
        const buttons = [save, publish, preview].map((name) => page.getByRole('button', { name, exact: true }));
        const tops = async () => new Set(await page.locator('.form-bar button').evaluateAll(topsOf));
        for (const button of buttons) await expect(button).toBeInViewport();
        expect(await tops(), path).toHaveProperty('size', 1);
        const { height: taken } = (await page.locator('.form-bar').boundingBox()) ?? { height: 999 };
        expect(taken, path).toBeLessThan(80);
        await expectAccessible(page);
        // Held back, so that the bar is seen as it publishes.
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
}

const topsOf = (all: Element[]) => all.map((each) => Math.round(each.getBoundingClientRect().top));
