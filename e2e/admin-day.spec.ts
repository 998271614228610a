import { startSmtp } from '#test/smtp.ts';
import { buy, expect, expectToast, inquire, PASSWORD, startAdminShop, test } from './admin-fixtures.ts';

test('the whole working day, from the login to a logout after which Back shows nothing', async ({ page }) => {
  const smtp = await startSmtp();
  const shop = await startAdminShop({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Shop <hola@shop.example>',
    OWNER_EMAIL: 'owner@shop.example',
  });
  try {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'true');
    });
    await page.route('https://nominatim.openstreetmap.org/**', (route) =>
      route.fulfill({
        json: [{ lat: '25.7781234', lon: '-80.2624321' }],
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    const { orderNumber } = await buy(shop.url, {
      cart: [{ id: 'box40', quantity: 2 }],
      address: { preferredLanguage: 'es' },
    });
    await inquire(shop.url, { businessName: 'Bodega La Esquina' });

    await page.goto(`${shop.url}/admin/login`);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expectToast(page, 'Login successful');

    // See a new order and print its slip.
    await expect(page.getByText('1 to process')).toBeVisible();
    await page.getByRole('tab', { name: 'Orders' }).click();
    const row = page.getByRole('row').filter({ hasText: orderNumber });
    await expect(row).toContainText('$39.98');
    await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
    const drawer = page.getByRole('complementary', { name: `Order ${orderNumber}` });
    await drawer.getByRole('button', { name: 'Print packing slip' }).click();
    await expect(page.locator('html[data-printed]')).toHaveCount(1);
    await expect(page.locator('.slip')).toContainText('Lista de empaque');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));

    // Add tracking; see the mail in the order's history and in the customer's mailbox.
    await drawer.getByRole('button', { name: 'Add tracking number' }).click();
    await page.getByRole('textbox', { name: 'Tracking number' }).fill('9400111201080805483016');
    await page.getByRole('button', { name: 'Save & Send Email' }).click();
    await expectToast(page, 'Tracking number added');
    const mailed = () =>
      smtp.received.filter(({ recipients, text }) => {
        return recipients.includes('maria@shopper.example') && text?.includes('9400111201080805483016');
      });
    await expect.poll(() => mailed().length).toBe(1);
    await page.reload();
    await expect(drawer.getByText('Email "Shipping confirmation" to maria@shopper.example: Sent')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toContainText('Shipped');
    await expect(page.getByText('0 to process')).toBeVisible();

    // Approve an inquiry and put its store on the map.
    await page.getByRole('tab', { name: 'Wholesalers' }).click();
    await page.getByRole('combobox', { name: 'Status of Bodega La Esquina' }).selectOption('approved');
    await expectToast(page, 'Status updated');
    await page.getByRole('button', { name: 'Open the inquiry of Bodega La Esquina' }).click();
    await page.getByRole('button', { name: 'Add to store map' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Store Location' });
    await expect(dialog.getByLabel('Store Name')).toHaveValue('Bodega La Esquina');
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('4102 NW 7th Street, Miami, FL');
    await expect(dialog.getByLabel('Store Type')).toHaveValue('convenience');
    await dialog.getByRole('button', { name: 'Find coordinates for this address' }).click();
    await expectToast(page, 'Coordinates found', 'Latitude: 25.7781, Longitude: -80.2624');
    await dialog.getByRole('button', { name: 'Add Location' }).click();
    await expectToast(page, 'Location created');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Store Locations' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Bodega La Esquina' })).toContainText('25.7781, -80.2624');
    const visitor = await page.context().newPage();
    await visitor.route(/maps\.google|www\.google/, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await visitor.goto(`${shop.url}/wholesale`);
    await visitor.getByRole('heading', { name: 'Where to find us' }).scrollIntoViewIfNeeded();
    await expect(visitor.getByText('Bodega La Esquina').first()).toBeVisible();
    await visitor.close();

    // Log out; Back shows nothing.
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Logged out');
    await page.goBack();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(page.getByText('Bodega La Esquina')).toHaveCount(0);
  } finally {
    await shop.stop();
    await smtp.close();
  }
});
