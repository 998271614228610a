import { readFileSync } from 'node:fs';
import { adminCall, buy, expect, expectAccessible, test } from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [language, width] of lastInGate(CASES)) {
  test(
    `the journal says who did what, and what an order's history is: ${language}, ${width} px`,
    FULL_TIER,
    async ({ page, own: shop }) => {
      const t = wordsOf(language);
      await page.setViewportSize({ width, height: 900 });
      await buy(shop.url, { address: { fullName: 'Ana Ruiz' } });
      const [order] = await adminCall<{ id: string }[]>(page, 'GET', `${shop.url}/api/admin/orders?limit=1`);
      const [product] = await adminCall<{ id: string; version: number }[]>(
        page,
        'GET',
        `${shop.url}/api/admin/products`,
      );
      await adminCall(page, 'PATCH', `${shop.url}/api/admin/orders/${order?.id}/status`, { status: 'processing' });
      await adminCall(page, 'PATCH', `${shop.url}/api/admin/products/${product?.id}`, {
        priceCents: 2299,
        version: product?.version,
        publish: true,
      });

      await page.goto(`${shop.url}/admin/settings?lang=${language}`);
      await page.getByRole('link', { name: t('admin_journal_link') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('admin_screen_journal'));
      const status = t('admin_status_processing');
      const line = page.getByRole('paragraph').filter({ hasText: new RegExp(`→ ${status}$`) });
      await expect(line).toBeVisible();
      await expect(page.getByRole('paragraph').filter({ hasText: /\$22[.,]99/ })).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('combobox', { name: t('admin_journal_area') }).selectOption('orders');
      await expect(page.getByText(/\$22[.,]99/)).toHaveCount(0);
      await page.getByText(t('admin_journal_details')).first().click();
      await expect(page.getByText('PATCH /api/admin/orders/:id/status')).toBeVisible();

      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).click();
      expect(readFileSync(await (await saved).path(), 'utf8')).toContain('processing');

      await page.goto(`${shop.url}/admin/dashboard?tab=orders&open=${order?.id}&lang=${language}`);
      await page.getByRole('link', { name: t('admin_journal_history') }).click();
      await expect(page).toHaveURL(/subject=order%3A/);
      await expect(line).toBeVisible();
      await page.getByRole('button', { name: t('admin_journal_all') }).click();
      await expect(page.getByRole('paragraph').filter({ hasText: /\$22[.,]99/ })).toBeVisible();
    },
  );
}
