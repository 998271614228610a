import { readFileSync } from 'node:fs';
import { adminCall, buy, expect, expectAccessible, test } from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [language, width] of lastInGate(CASES)) {
  test(
    `customers are found, opened, downloaded, counted: ${language}, ${width} px`,
    FULL_TIER,
    async ({ page, own: shop }) => {
      const t = wordsOf(language);
      await page.setViewportSize({ width, height: 900 });
      const ana = { email: 'ana.ruiz@gmail.com', fullName: 'Ana Ruiz' };
      const { orderNumber } = await buy(shop.url, { address: ana });
      await buy(shop.url, { address: { email: 'AnaRuiz+galletas@googlemail.com', fullName: 'Ana María Ruiz' } });
      await buy(shop.url, { address: { email: 'bea@store.example', fullName: 'Beatriz Soto' } });
      await page.goto(`${shop.url}/admin/customers?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('admin_screen_customers'));
      const open = (name: string) => page.getByRole('button', { name: new RegExp(name) });
      await expect(open('Ana María Ruiz')).toBeVisible();
      await expect(open('Beatriz Soto')).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('searchbox').fill('ana.ruiz@gmail.com');
      await expect(open('Beatriz Soto')).toHaveCount(0);
      await open('Ana María Ruiz').click();
      const detail = page.getByRole(width < 1000 ? 'dialog' : 'complementary', { name: 'Ana María Ruiz' });
      await expect(detail.getByRole('heading', { name: t('admin_customer_orders') })).toBeVisible();
      await expect(detail.getByRole('listitem')).toHaveCount(2);
      await expectAccessible(page);
      await detail.getByRole('link', { name: new RegExp(orderNumber) }).click();
      await expect(page).toHaveURL(/tab=orders&open=[\w-]{36}/);
      await page.goBack();
      await expect(detail).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(detail).toHaveCount(0);

      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).click();
      const file = readFileSync(await (await saved).path(), 'utf8');
      expect(file).toContain('Ana María Ruiz');
      expect(file).not.toContain('Beatriz');

      await page.goto(`${shop.url}/admin/numbers?lang=${language}`);
      const share = page.locator('dl > div').filter({ hasText: t('admin_stats_returning') });
      await expect(share.locator('dd')).toHaveText(/^1 \(33\s?%\)$/);
      await expectAccessible(page);

      // Canceled orders no longer count.
      const [last] = await adminCall<{ id: string }[]>(page, 'GET', `${shop.url}/api/admin/orders?limit=1`);
      await adminCall(page, 'PATCH', `${shop.url}/api/admin/orders/${last?.id}/status`, { status: 'cancelled' });
      await page.goto(`${shop.url}/admin/customers?lang=${language}`);
      await expect(open('Ana María Ruiz')).toBeVisible();
      await expect(open('Beatriz Soto')).toHaveCount(0);
    },
  );
}
