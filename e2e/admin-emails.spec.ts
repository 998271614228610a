import { buy, expect, expectToast, failCalls, inquire, openDashboard, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

// The browser's message when the test's tools inspect the frame without scripts.
test.use({ allowConsole: [/Blocked script execution in 'about:srcdoc'|Failed to load resource/] });

/** The templates are few and shared, so each journey that saves has a separate program. */
test.describe.configure({ mode: 'default' });

test('the editor: every type of mail in two languages; no empty one is saved', FULL_TIER, async ({ page }) => {
  await openDashboard(page, 'tab=emails');
  const form = page.getByRole('form', { name: 'Template editor' });
  await expect(form.getByLabel('Template Type').getByRole('option')).toHaveText([
    'Select a template type',
    'Wholesale confirmation',
    'Wholesale notification',
    'Order confirmation',
    'New order notification',
    'Shipping confirmation',
    'Refund',
    'Canceled order',
    'Later day',
  ]);
  await expect(form.getByRole('combobox', { name: 'Language' }).getByRole('option')).toHaveText(['English', 'Spanish']);
  const body = form.getByRole('textbox', { name: 'Body' });
  await expect(body).toHaveAttribute('rows', '15');
  await expect(body).toHaveValue('');
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expectToast(page, 'Missing fields', 'Please select a template type and fill in all fields.');
  await form.getByLabel('Template Type').selectOption('shipping_confirmation');
  await expect(form.getByText('Using Default')).toBeVisible();
  await expect(body).toHaveValue(/\{\{trackingNumber\}\}/);
  await expect(page).toHaveURL(/template=shipping_confirmation/);
  await body.fill('');
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expectToast(page, 'Missing fields');
  await test.step('a template that is not saved stays in the editor', async () => {
    await failCalls(page, '**/api/admin/email-templates', ['POST']);
    await body.fill('Mine');
    await form.getByRole('button', { name: 'Save Template' }).click();
    await expectToast(page, 'The template was not saved.', 'We are unavailable for a moment.');
    await expect(body).toHaveValue('Mine');
  });
});

test('a template is saved, listed, loaded again, used, and given back', FULL_TIER, async ({ page, own }) => {
  await openDashboard(page, 'tab=emails&template=order_confirmation', { base: own.url });
  const form = page.getByRole('form', { name: 'Template editor' });
  await expect(page.getByText('All emails use default templates. Customize them using the editor.')).toBeVisible();
  await form.getByRole('button', { name: 'Spanish: still the default' }).click();
  await expect(form.getByRole('combobox', { name: 'Language' })).toHaveValue('es');
  const subject = form.getByLabel('Subject');
  const builtIn = await subject.inputValue();
  await subject.fill('Tu pedido {{orderNumber}} ya es nuestro');
  await expect(form.getByText('Unsaved changes')).toBeVisible();
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expectToast(page, 'Template saved');
  await expect(form.getByText('Custom Template', { exact: true })).toBeVisible();
  await expect(form.getByText('Unsaved changes')).toHaveCount(0);
  const saved = page.getByRole('region', { name: 'Saved custom templates' }).getByRole('button');
  await expect(saved).toHaveText(/Order confirmation\s*Spanish · updated [A-Z][a-z]{2} \d{1,2}, 20\d\d/);

  await form.getByLabel('Template Type').selectOption('wholesale_confirmation');
  await expect(form.getByText('Using Default')).toBeVisible();
  await saved.click();
  await expect(subject).toHaveValue('Tu pedido {{orderNumber}} ya es nuestro');
  await form.getByRole('button', { name: /^English/ }).click();
  await expect(form.getByRole('button', { name: 'Spanish: custom' })).toBeVisible();

  const { orderNumber, number } = await buy(own.url, { address: { preferredLanguage: 'es' } });
  await page.goto(`${own.url}/admin/dashboard?tab=emails&view=outbox`);
  await expect(page.getByText(`Tu pedido #${number} (${orderNumber}) ya es nuestro`)).toBeVisible();

  await page.goBack();
  await saved.click();
  await form.getByRole('button', { name: 'Back to default' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('cannot be undone');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to default' }).click();
  await expectToast(page, 'The default is back');
  await expect(subject).toHaveValue(builtIn);
  await expect(form.getByText('Using Default')).toBeVisible();
});

test('the preview follows typing, in HTML and as text, with sample data and no script', async ({ page }) => {
  await openDashboard(page, 'tab=emails&template=order_confirmation');
  const form = page.getByRole('form', { name: 'Template editor' });
  const preview = page.getByRole('region', { name: 'Preview' });
  const frame = preview.frameLocator('iframe');
  await expect(preview.locator('iframe')).toHaveAttribute('sandbox', '');
  await expect(frame.getByText('We ship within')).toBeVisible();
  await expect(frame.getByRole('img').first()).toHaveJSProperty('complete', true);
  await form
    .getByRole('textbox', { name: 'Body' })
    .fill('# Hola {{customerName}}\n\n<script>alert(1)</script> **fuerte**');
  await expect(frame.getByRole('heading', { name: /^Hola \S+/ })).toBeVisible();
  await expect(frame.getByText('fuerte')).toBeVisible();
  await expect(frame.locator('script')).toHaveCount(0);
  await preview.getByRole('tab', { name: 'Plain text' }).click();
  await expect(preview.locator('pre')).toContainText('fuerte');
  await form.getByRole('button', { name: 'Undo changes' }).click();
  await expect(preview.locator('pre')).toContainText('We ship within');
});

test('chips insert at the cursor; unknown and unbalanced placeholders are warned of', FULL_TIER, async ({ page }) => {
  await openDashboard(page, 'tab=emails&template=shipping_confirmation');
  const form = page.getByRole('form', { name: 'Template editor' });
  const body = form.getByRole('textbox', { name: 'Body' });
  await body.fill('AB');
  await body.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(1, 1));
  await form.getByRole('button', { name: 'Insert trackingNumber' }).click();
  await expect(body).toHaveValue('A{{trackingNumber}}B');
  await expect(body).toBeFocused();
  const subject = form.getByLabel('Subject');
  await subject.fill('Go ');
  await form.getByRole('button', { name: 'Insert carrier' }).click();
  await expect(subject).toHaveValue('Go {{carrier}}');
  await body.fill('{{nobody}} {{carrier}}');
  await expect(form.getByText('This email does not know {{nobody}}')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This email does not have {{nobody}}')).toBeVisible();
  await expect(body).toBeFocused();
  await body.fill('{{carrier');
  await expect(form.getByText('Some double braces do not match up.')).toBeVisible();
  await body.fill('{{carrier}}');
  await expect(form.getByText('Double braces are left')).toBeHidden();
});

test('unsaved changes are asked about, and Back finds them again', FULL_TIER, async ({ page }) => {
  await openDashboard(page, 'tab=orders');
  await page.getByRole('tab', { name: 'Email Templates' }).click();
  const form = page.getByRole('form', { name: 'Template editor' });
  await form.getByLabel('Template Type').selectOption('wholesale_notification');
  const subject = form.getByLabel('Subject');
  const builtIn = await subject.inputValue();
  await subject.fill('Mine');
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  for (const leave of [
    () => form.getByLabel('Template Type').selectOption('order_confirmation'),
    () => page.getByRole('tab', { name: 'Orders' }).click(),
    () => page.getByRole('button', { name: 'Outbox' }).click(),
    () => page.getByRole('button', { name: 'Logout' }).click(),
  ]) {
    await leave();
    await ask.getByRole('button', { name: 'Keep editing' }).click();
    await expect(subject).toHaveValue('Mine');
  }
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await page.goForward();
  await expect(subject).toHaveValue('Mine');
  await page.getByRole('tab', { name: 'Orders' }).click();
  await ask.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(subject).toHaveValue(builtIn);
});

test('the outbox: state, tries, recipient, filter; a mail opens with its HTML and text', async ({ page, shop }) => {
  await inquire(shop.url, { email: 'rosa.outbox@laesquina.example' });
  await openDashboard(page, 'tab=emails');
  await page.getByRole('button', { name: 'Outbox' }).click();
  await expect(page).toHaveURL(/view=outbox/);
  const headers = ['Subject', 'To', 'Template', 'Status', 'Tries', 'Created', 'Sent', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(headers);
  const row = page.getByRole('row').filter({ hasText: 'rosa.outbox@laesquina.example' });
  await expect(row).toContainText('Wholesale confirmation');
  await expect(row).toContainText('Stored');
  await row.getByRole('button', { name: /^Open email/ }).click();
  const drawer = page.getByRole('complementary', { name: 'Email' });
  // The confirmation repeats only the name of the business.
  await expect(drawer.frameLocator('iframe').locator('p', { hasText: 'Bodega La Esquina' }).first()).toBeVisible();
  await drawer.getByRole('tab', { name: 'Plain text' }).click();
  await expect(drawer.locator('pre')).toContainText('Bodega La Esquina');
  await page.goBack();
  await row.getByRole('button', { name: /^Send: / }).click();
  await expectToast(page, 'The email could not be queued.', 'Email is not set up');
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('failed');
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
});
