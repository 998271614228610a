import type { BrowserContext, Page } from '@playwright/test';
import { buy, expect, expectAccessible, signIn, test } from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';

/** Counts the notes of each page in place of sounding them. */
async function countNotes(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const node = () => ({ connect() {}, start() {}, stop() {}, frequency: { value: 0 } });
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} };
    class Silent {
      state = 'running';
      currentTime = 0;
      destination = {};
      resume = async () => {};
      createGain = () => ({ ...node(), gain });
      createOscillator() {
        const page = window as unknown as { notes?: number };
        page.notes = (page.notes ?? 0) + 1;
        return node();
      }
    }
    Object.assign(window, { AudioContext: Silent });
  });
}
const notesOf = (page: Page) => page.evaluate(() => (window as unknown as { notes?: number }).notes ?? 0);
const sumOf = async (pages: Page[]) => (await Promise.all(pages.map(notesOf))).reduce((sum, notes) => sum + notes, 0);
/** Opens a page of the admin, and waits until it knows how many orders there are: what comes later is new. */
async function openKnowing(page: Page, url: string): Promise<void> {
  const known = ['/api/admin/changes', '/api/admin/changes?seen'].map((path) =>
    page.waitForResponse((answer) => answer.url().endsWith(path) && answer.ok()),
  );
  await page.goto(url);
  await Promise.all(known);
}
const news = (page: Page) => page.getByRole('button', { name: /new orders?\. Show|pedidos? nuevos?\. Ver/ });

for (const [language, width] of lastInGate([
  ['en', 1440],
  ['es', 375],
])) {
  test(
    `a new order is silent until the sound is switched on, and then heard once in two tabs, in ${language} at ${width} px`,
    FULL_TIER,
    async ({ page, context, shop }) => {
      const words = {
        en: { on: 'Sound for a new order', try: 'Try the sound', played: /^That was it/ },
        es: { on: 'Que suene con cada pedido nuevo', try: 'Probar el sonido', played: /^Eso fue/ },
      }[language];
      await page.setViewportSize({ width, height: 900 });
      await countNotes(context);
      await signIn(page, shop.url);
      await openKnowing(page, `${shop.url}/admin/settings?lang=${language}`);
      const choice = page.getByRole('checkbox', { name: words.on });
      await expect(choice).not.toBeChecked();
      const other = await context.newPage();
      await openKnowing(other, `${shop.url}/admin/orders`);
      await buy(shop.url);
      for (const tab of [page, other]) await expect(news(tab)).toBeVisible();
      expect(await sumOf([page, other])).toBe(0);

      await page.getByRole('button', { name: words.try }).click();
      await expect(page.getByText(words.played)).toBeVisible();
      expect(await notesOf(page)).toBe(2);
      await choice.check();
      await expect.poll(() => notesOf(page)).toBe(4);
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath(`sound-${language}.png`) });

      await buy(shop.url);
      await expect(news(other)).toHaveText(/2/);
      await expect(news(page)).toHaveText(/2/);
      await expect.poll(() => sumOf([page, other])).toBe(6);
      // Chosen for this browser, until it is switched off.
      await page.reload();
      await expect(choice).toBeChecked();
      await choice.uncheck();
      await expect.poll(() => other.evaluate(() => localStorage.getItem('admin_order_sound'))).toBe('false');
    },
  );
}
