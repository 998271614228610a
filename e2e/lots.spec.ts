import type { Page } from '@playwright/test';
import type { Lot } from '#shared/lots/lots.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { adminCall, buy, expect, expectAccessible, expectToast, test } from './admin-fixtures.ts';
import { CASES } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Failed to load resource|Blocked script execution in 'about:srcdoc'/],
});

const orderOf = async (page: Page, url: string, number: string) =>
  (await adminCall<Order[]>(page, 'GET', `${url}/api/admin/orders?q=${number}`))[0] as Order;

for (const [language, width] of CASES) {
  test(`a recall drill in ${language} at ${width}: lot, packing, recall, who was reached, notice`, async ({
    page,
    own: { url },
  }) => {
    const t = wordsOf(language);
    const button = (key: string, values = {}) => page.getByRole('button', { name: t(key, values), exact: true });
    const first = await buy(url, { address: { fullName: 'Ana Cruz', email: 'ana@shopper.example' } });
    const second = await buy(url, { address: { fullName: 'Beto Paz', email: 'beto@shopper.example' } });
    await page.setViewportSize({ width, height: 812 });

    // A lot in four presses, beside its code and day.
    await page.goto(`${url}/admin/products?lang=${language}`);
    await button('admin_screen_lots').click();
    await button('admin_lot_new').click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: t('admin_lot_product') }).selectOption('box40');
    await form.getByLabel(t('admin_lot_code')).fill('L-0117');
    await form.getByLabel(t('admin_lot_best_by')).fill('2036-01-31');
    await expectAccessible(page);
    await button('admin_lot_save').click();
    await expectToast(page, t('admin_lot_created', { code: 'L-0117' }));
    await expectAccessible(page);

    // The order proposes it; the slip names it, and records it.
    const sent = await orderOf(page, url, first.orderNumber);
    const packed = await orderOf(page, url, second.orderNumber);
    await page.goto(`${url}/admin/dashboard?tab=orders&open=${packed.id}&lang=${language}`);
    const lots = page.getByRole('region', { name: t('admin_screen_lots'), exact: true });
    await expect(lots).toContainText(t('admin_lots_proposed'));
    await page.evaluate(() => {
      window.print = () => {};
    });
    await button('admin_slip_print').click();
    await expect(page.locator('.slip')).toContainText('L-0117');
    await page.reload();
    await expect(lots).not.toContainText(t('admin_lots_proposed'));
    await expect(lots).toContainText('L-0117');
    await lots.getByRole('button', { name: t('admin_lots_change') }).click();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('admin_cancel') })
      .click();
    await adminCall(page, 'PATCH', `${url}/api/admin/orders/${sent.id}/status`, { status: 'shipped' });

    // The recall: who got it, the words, the mail, one press.
    await page.goto(`${url}/admin/lots?lang=${language}`);
    await button('admin_recall_lot_of', { code: 'L-0117' }).click();
    const recall = page.getByRole('dialog');
    await expect(recall).toContainText(t('admin_recall_found_people', { count: 1, orders: 1 }));
    await expect(recall).toContainText(t('admin_recall_found_unsent', { count: 1 }));
    const words = { admin_template_subject: 'Recall', admin_recall_reason: 'Metal', admin_recall_todo: 'Return it' };
    for (const [key, text] of Object.entries({ ...words, admin_recall_notice_text: 'Lot L-0117 is recalled' })) {
      const fields = recall.getByRole('textbox', { name: new RegExp(`^${t(key)}[ ,]`) });
      for (const field of await fields.all()) await field.fill(text);
    }
    await button('admin_recall_preview').click();
    await expect(recall.frameLocator('iframe').getByText('L-0117')).toBeVisible();
    await expectAccessible(page);
    await button('admin_recall_send_one').click();
    const reached = page.getByRole('dialog');
    await expect(reached).toContainText(t('admin_recall_outcome_unsent'));
    await expect(reached).toContainText(t('admin_recall_outcome_stored'));
    await expect(reached).toContainText('Ana Cruz');
    await expectAccessible(page);

    // The notice is public until the owner ends the recall.
    const productPage = async () => (await page.request.get(`${url}/product/box-of-40-individual-sandwiches`)).text();
    await expect.poll(productPage, { timeout: 20_000 }).toContain('Lot L-0117 is recalled');
    await button('admin_recall_end').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin_recall_end') })
      .click();
    await expectToast(page, t('admin_recall_ended'));
    await expect.poll(productPage, { timeout: 20_000 }).not.toContain('Lot L-0117 is recalled');
    const [lot] = await adminCall<Lot[]>(page, 'GET', `${url}/api/admin/lots`);
    expect(lot).toMatchObject({ isOpen: false, packed: 2 });
  });
}
