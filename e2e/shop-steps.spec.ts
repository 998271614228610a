import type { Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import { lastInGate } from './cases.ts';
import { expect, test } from './fixtures.ts';
import { NEW_YORK, shopper } from './shop-page.ts';

test.use({ allowConsole: [/Failed to load resource/] });

/** Rates of which two are dearer and not sooner than another. */
const RATES = [
  ['0', '8.45', 'USPS', 'Ground Advantage', '2026-12-07'],
  ['1', '8.95', 'UPS', 'Ground Saver', '2026-12-08'],
  ['2', '9.10', 'UPS', 'Ground', '2026-12-04'],
  ['3', '12.95', 'USPS', 'Priority Mail', '2026-12-03'],
  ['4', '19.00', 'UPS', '2nd Day Air', '2026-12-03'],
  ['5', '38.20', 'FedEx', 'Standard Overnight', '2026-12-01'],
] as const;

async function answerRates(page: Page): Promise<void> {
  await page.route('**/api/shipping-rates', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [first] = body.rates;
    const rates = RATES.map(([rateId, amount, carrier, name, arrives_by]) => {
      return { ...first, rateId, amount, carrier, servicelevel: { name }, arrives_by };
    });
    await route.fulfill({ json: { ...body, rates } });
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test.describe(`rates on a phone: ${language}`, () => {
    test.use({ viewport: { width: 375, height: 812 }, locale: `${language}-US` });

    test('four of them at most, the day first, the cheapest chosen, and the button in view', async ({ page }) => {
      await answerRates(page);
      const me = shopper(page, language);
      await me.goToRates(NEW_YORK);
      const rows = page.locator('label', { has: page.getByRole('radio') });
      const days =
        language === 'es'
          ? ['lun, 7 dic', 'vie, 4 dic', 'jue, 3 dic', 'mar, 1 dic']
          : ['Mon, Dec 7', 'Fri, Dec 4', 'Thu, Dec 3', 'Tue, Dec 1'];
      await expect(rows).toHaveCount(days.length);
      for (const [index, day] of days.entries()) await expect(rows.nth(index)).toHaveText(new RegExp(`^${day}`, 'i'));
      await expect(rows.first()).toContainText('USPS');
      await expect(rows.first()).toContainText('$8.45');
      await expect(page.getByRole('radio').first()).toBeChecked();
      await expect(me.button(me.t.checkout_continue)).toBeInViewport({ ratio: 1 });
      await expect(rows.last()).toBeInViewport({ ratio: 1 });
      const [card, row] = await Promise.all([page.locator('fieldset').boundingBox(), rows.first().boundingBox()]);
      expect(row?.width).toBe(card?.width);
      await page.screenshot({ path: test.info().outputPath(`rates-${language}.png`) });
    });
  });
}
