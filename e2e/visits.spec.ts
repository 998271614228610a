import type { Stats } from '#shared/orders/stats.ts';
import { adminCall, buy, expect, expectAccessible, openVisit, test } from './admin-fixtures.ts';
import { CASES, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A headless browser says that it is one, and is not counted. */
const READER = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

for (const [language, width] of lastInGate(CASES)) {
  test(`the numbers say what a link has brought: ${language}, ${width} px`, async ({ page, browser, own: { url } }) => {
    const t = wordsOf(language);
    const reader = await openVisit(browser, url, { userAgent: READER });
    await reader.goto('/?utm_source=Feria%20Sur');
    // Loads the same page once more, which is not another visit.
    await reader.reload();
    const other = await openVisit(browser, url, { userAgent: READER, locale: 'es-US' });
    await other.goto('/shop?ref=feria-sur');
    const robot = await openVisit(browser, url, { userAgent: ROBOT });
    await robot.goto('/about?ref=feria-sur');
    // The owner, who is signed in.
    await page.goto(`${url}/about`);
    const { orderNumber } = await buy(url, { source: 'Feria Sur' });
    expect(orderNumber).not.toBe('');

    const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
    const path = `${url}/api/admin/stats?from=${day(-7)}&until=${day(1)}`;
    await expect.poll(async () => (await adminCall<Stats>(page, 'GET', path)).visits?.views).toBe(3);
    expect((await adminCall<Stats>(page, 'GET', path)).visits).toMatchObject({
      visits: 2,
      orders: 1,
      sources: [{ key: 'feria-sur', visits: 2, orders: 1 }],
    });

    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${url}/admin/numbers?lang=${language}`);
    const sources = page.getByRole('table', { name: t('admin_stats_source') });
    const row = sources.getByRole('row').filter({ hasText: 'feria-sur' });
    await expect(row.getByRole('cell').nth(0)).toHaveText('2');
    await expect(row.getByRole('cell').nth(1)).toHaveText('1');
    await expect(row.getByRole('cell').nth(2)).toHaveText(/^50[.,]0\s?%$/);
    await expect(row.getByRole('cell').nth(3)).toContainText('$');
    await page.getByText(t('admin_visits_page'), { exact: true }).first().click();
    const pages = page.getByRole('table', { name: t('admin_visits_page') });
    await expect(pages.getByRole('row').filter({ hasText: t('admin_visits_home') })).toContainText('12');
    await expect(pages.getByRole('row').filter({ hasText: '/shop' })).toContainText('11');
    await expect(pages).not.toContainText('/about');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
}
