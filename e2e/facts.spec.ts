import type { AdminFacts } from '#shared/content/shop-facts.ts';
import { adminCall, buy, expect, expectAccessible, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const htmlOf = async (url: string, language: string) =>
  (await fetch(`${url}/contact`, { headers: { 'accept-language': language } })).text();

/** The business data for search engines. */
function organizationIn(html: string) {
  const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const { '@graph': things } = JSON.parse(text) as { '@graph': { '@type': string }[] };
  return things.find((thing) => thing['@type'] === 'Organization');
}

test('facts changed on a phone are on all pages until taken back', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { url } = shop;
  await page.goto(`${url}/admin/site?lang=en`);
  const before = await adminCall<AdminFacts>(page, 'GET', `${url}/api/admin/facts`);
  await page.getByRole('button', { name: 'Change the facts' }).click();
  await expect(page).toHaveURL(/\/admin\/site\/facts/);
  await page.getByLabel('Phone').fill('12345');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // An error is shown at its field.
  await expect(page.getByText('A number that can be dialed')).toBeVisible();
  await page.getByLabel('Phone').fill('(305) 555-0177');
  await page.getByLabel('Street and number').fill('99 Flagler Street');
  await page.getByRole('textbox', { name: 'City', exact: true }).fill('Miami Springs');
  await page.getByLabel('ZIP code').fill('33166');
  await page.getByRole('checkbox', { name: 'Saturday' }).check();
  await page.getByLabel('Saturday: from').fill('10:00');
  await page.getByLabel('Saturday: to').fill('14:00');
  await expect(page.getByText('Saturday, 10:00 AM to 2:00 PM')).toBeVisible();
  // A holiday with a word in both languages; its errors are shown at their fields.
  await page.getByRole('button', { name: 'Add a day' }).click();
  const holiday = page.getByRole('group', { name: 'Day 1' });
  await holiday.getByLabel('On', { exact: true }).fill('2036-12-25');
  await holiday.getByLabel('What people read (English)').fill('Christmas <b>');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(holiday.getByLabel('What people read (Spanish)')).toHaveAttribute('aria-invalid', 'true');
  await holiday.getByLabel('What people read (Spanish)').fill('Navidad <b>');
  await holiday.getByRole('checkbox', { name: 'Every year' }).check();
  await page.getByRole('button', { name: 'Add a day' }).click();
  const eve = page.getByRole('group', { name: 'Day 2' });
  await eve.getByLabel('On', { exact: true }).fill('2036-12-23');
  await eve.getByLabel(/^Until/).fill('2036-12-24');
  await eve.getByRole('checkbox', { name: 'Open at another time' }).check();
  await eve.getByLabel('To', { exact: true }).fill('12:00');
  await eve.getByLabel('What people read (English)').fill('Nochebuena');
  await eve.getByLabel('What people read (Spanish)').fill('Nochebuena');
  await page.getByLabel('TikTok').fill('');
  // Parcels leave from elsewhere: the rate table still counts from the files' address, and the form says so.
  await expect(page.getByText('The table of rates counts its zones from')).toBeVisible();
  await page.getByRole('checkbox', { name: 'From another address than the postal one' }).check();
  const leaving = page.getByRole('region', { name: 'Where parcels leave' });
  await leaving.getByLabel('Street and number').fill('7 Dock Road');
  await leaving.getByRole('textbox', { name: 'City', exact: true }).fill(before.address.city);
  await leaving.getByLabel('ZIP code').fill(before.address.zipCode);
  await expect(page.getByText('The table of rates counts its zones from')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Back to the first facts' })).toBeVisible();
  const hours = { en: 'Saturday, 10:00 AM to 2:00 PM', es: 'sábado, de 10:00 a.\u00a0m. a 2:00 p.\u00a0m.' };
  const special = {
    en: ['Christmas &lt;b&gt;', 'Thu, Dec 25: closed', 'Tue, Dec 23 to Wed, Dec 24: 9:00 AM to 12:00 PM'],
    es: [
      'Navidad &lt;b&gt;',
      'jue, 25 de dic: cerrado',
      'del mar, 23 de dic al mié, 24 de dic: de 9:00 a.\u00a0m. a 12:00 p.\u00a0m.',
    ],
  };
  for (const language of ['en', 'es'] as const) {
    const html = await htmlOf(url, language);
    expect(html.match(/tel:\+13055550177/g)).toHaveLength(2);
    expect(html).toContain('99 Flagler Street');
    for (const text of special[language]) expect(html).toContain(text);
    expect(html).toContain(hours[language]);
    expect(html).not.toMatch(/href="https:\/\/www\.tiktok/);
    expect(html).not.toContain(before.phone);
    expect(html).not.toContain('Dock Road');
    expect(organizationIn(html)).toMatchObject({
      telephone: '(305) 555-0177',
      address: { streetAddress: '99 Flagler Street', addressLocality: 'Miami Springs', postalCode: '33166' },
      sameAs: [before.social.instagram],
      location: {
        openingHoursSpecification: [
          { dayOfWeek: expect.arrayContaining(['https://schema.org/Monday']), opens: '09:00', closes: '17:00' },
          { dayOfWeek: ['https://schema.org/Saturday'], opens: '10:00', closes: '14:00' },
        ],
        specialOpeningHoursSpecification: [
          { validFrom: '2036-12-23', validThrough: '2036-12-24', opens: '09:00', closes: '12:00' },
          { validFrom: '2036-12-25', validThrough: '2036-12-25', opens: '00:00', closes: '00:00' },
        ],
      },
    });
  }
  // The same after hydration.
  await page.goto(`${url}/contact?lang=es`);
  await expect(page.getByRole('main').getByRole('link', { name: '(305) 555-0177' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '(305) 555-0177' })).toBeVisible();
  // A packing slip has the phone number and the origin of the parcel.
  await buy(url, { address: { fullName: 'Ana Empaque' } });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  await page.goto(`${url}/admin/dashboard?tab=orders&lang=en&q=Empaque`);
  await page.getByRole('checkbox', { name: /^Select order/ }).check();
  await page.getByRole('button', { name: 'Print packing slip' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await expect(page.locator('.slip')).toContainText(`7 Dock Road, ${before.address.city}`);
  await expect(page.locator('.slip')).toContainText('(305) 555-0177');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(async () => expect(await htmlOf(url, 'en')).toContain(before.address.street)).toPass();
  expect(await htmlOf(url, 'es')).not.toContain('555-0177');
  expect(await adminCall<AdminFacts>(page, 'GET', `${url}/api/admin/facts`)).toMatchObject({ origin: 'default' });
});
