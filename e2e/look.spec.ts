import { resolve } from 'node:path';
import { facts } from '#brand/facts.ts';
import { brandColours } from '#shared/look/palette.ts';
import { expect, expectAccessible, test } from './admin-fixtures.ts';
import { CASES } from './cases.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const WORDS = {
  en: {
    open: 'Change the look',
    name: 'Name',
    choose: 'Choose a file',
    brand: 'Main color',
    take: /^Use #/,
    unreadable: /^Hard to read together with: Page/,
    publish: 'Publish',
    reset: 'Back to the built-in look',
    undo: 'Undo',
  },
  es: {
    open: 'Cambiar la apariencia',
    name: 'Nombre',
    choose: 'Escoger un archivo',
    brand: 'Color principal',
    take: /^Usar #/,
    unreadable: /^Se lee mal junto con: Página/,
    publish: 'Publicar',
    reset: 'Volver a la apariencia de fábrica',
    undo: 'Deshacer',
  },
} as const;
const LOGO = resolve('brand/images/logo-mark.svg');

for (const [language, width] of CASES) {
  test(`${language} at ${width}: a new look is readable, previewed, published and taken back`, async ({
    page,
    own: shop,
  }) => {
    const words = WORDS[language];
    const { url } = shop;
    const shown = async () => (await fetch(url, { headers: { 'accept-language': language } })).text();
    await page.setViewportSize({ width, height: 812 });
    await page.goto(`${url}/admin/site?lang=${language}`);
    await page.getByRole('button', { name: words.open }).click();
    await expect(page).toHaveURL(/\/admin\/site\/look/);
    await page.getByLabel(words.name, { exact: true }).fill('Café Luna');
    await page.getByLabel(words.brand, { exact: true }).fill('#ff8fa0');
    await expect(page.getByText(words.unreadable)).toBeVisible();
    await page.getByRole('button', { name: words.publish, exact: true }).click();
    await expect(page.getByLabel(words.brand, { exact: true })).toBeFocused();
    expect(await shown()).not.toContain('Café Luna');

    const take = page.getByRole('button', { name: words.take });
    const [colour = ''] = /#[0-9a-f]{6}/.exec(String(await take.textContent())) ?? [];
    await take.click();
    await expect(page.getByLabel(words.brand, { exact: true })).toHaveValue(colour);
    await expect(page.getByText(words.unreadable)).toHaveCount(0);
    await expectAccessible(page);

    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words.choose }).click(),
    ]);
    await chooser.setFiles(LOGO);
    await expect(page.locator('#field-logo img').first()).toHaveAttribute('src', /^\/look\//);
    await page.getByRole('button', { name: words.publish, exact: true }).click();
    await expect(page.getByRole('button', { name: words.reset })).toBeVisible();

    const html = await shown();
    for (const part of ['Café Luna', `--color-brand:${colour}`, '-icon-48.png"']) expect(html).toContain(part);
    expect(html).not.toContain(brandColours.brand);
    // The page with the new look still works: React takes it over, and another page keeps the look.
    const visitor = await page.context().newPage();
    await visitor.goto(`${url}/about?lang=${language}`);
    await expect(visitor.locator('header a[href="/"] img')).toHaveAttribute('src', /^\/look\//);
    await visitor.locator('header a[href="/"] img').click();
    await expect(visitor.locator('.hero-logo')).toHaveAttribute('src', /^\/look\//);
    const heading = visitor.getByRole('heading', { level: 1 });
    const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ');
    await expect(heading).toHaveCSS('color', `rgb(${rgb})`);
    await visitor.close();

    await page.locator('[data-undo]').hover();
    await page.getByRole('button', { name: words.undo, exact: true }).click();
    await expect.poll(async () => (await shown()).includes('--color-brand:')).toBe(false);
    expect(await shown()).toContain(`content="${facts.name}"`);
  });
}
