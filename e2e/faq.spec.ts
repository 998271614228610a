import type { AdminFaq } from '#shared/content/faq.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { adminCall, expect, expectAccessible, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const OWN = localized(
  { question: 'Do you ship <b>cold</b>?', answer: 'In summer, yes.' },
  { question: '¿Mandan en <b>frío</b>?', answer: 'En verano, sí.' },
);

const pageIn = async (url: string, language: Language) =>
  (await fetch(`${url}/product`, { headers: { 'accept-language': language } })).text();

/** The questions for search engines. */
function dataOf(html: string): { name: string; text: string }[] {
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const found = JSON.parse(data)['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'FAQPage');
  type Entry = { name: string; acceptedAnswer: { text: string } };
  return ((found?.mainEntity ?? []) as Entry[]).map(({ name, acceptedAnswer: { text } }) => ({ name, text }));
}

test('a question is added on a phone, moved, published, and taken back', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { url } = shop;
  const before = await pageIn(url, 'es');
  const count = dataOf(before).length;
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: 'Change the questions' }).click();
  await expect(page).toHaveURL(/\/admin\/site\/questions/);
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question (English)' }).fill(OWN.en.question);
  await page.getByRole('textbox', { name: 'Answer (English)' }).fill('{when}');
  await expect(page.getByText('This sentence does not know {when}')).toBeVisible();
  // A placeholder is chosen by its value, which is shown below the text.
  await page.getByRole('textbox', { name: 'Answer (English)' }).fill('Within ');
  const facts = page.locator('summary', { hasText: 'Insert a fact of the shop (English)' }).filter({ visible: true });
  await facts.click();
  await page.getByRole('button', { name: 'Insert 1-2 business days' }).filter({ visible: true }).click();
  await expect(page.getByRole('textbox', { name: 'Answer (English)' })).toHaveValue('Within {days}');
  await expect(page.getByRole('definition').filter({ visible: true })).toHaveText('1-2 business days');
  await expectAccessible(page);
  await facts.click();
  await page.getByRole('textbox', { name: 'Answer (English)' }).fill(OWN.en.answer);
  // The other language is still missing.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Question (Spanish)' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Question (Spanish)' }).fill(OWN.es.question);
  await page.getByRole('textbox', { name: 'Answer (Spanish)' }).fill(OWN.es.answer);
  await expectAccessible(page);
  for (let place = count + 1; place > 1; place -= 1) {
    await page.getByRole('button', { name: `Move Question ${place} up` }).press('Enter');
    await expect(page.getByRole('button', { name: `Move Question ${place - 1} up` })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Remove Question 3' }).click();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect(page.getByRole('button', { name: /^Remove Question/ })).toHaveCount(count + 1);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('button', { name: 'Back to the first questions' })).toBeVisible();
  expect(await pageIn(url, 'es')).toBe(before);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.frameLocator('iframe').locator('summary', { hasText: OWN.en.question })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published: questions').last()).toBeVisible();

  for (const language of LANGUAGES) {
    const { question, answer } = OWN[language];
    const data = dataOf(await pageIn(url, language));
    expect(data[0]).toEqual({ name: question, text: answer });
    expect(data.length).toBe(count + 1);
  }
  const visitor = await page.context().newPage();
  await visitor.goto(`${url}/product?lang=en`);
  await visitor.getByText(OWN.en.question).click();
  await expect(visitor.getByText(OWN.en.answer)).toBeVisible();
  await visitor.getByRole('banner').getByRole('button', { name: /^ES/ }).click();
  await expect(visitor.getByText(OWN.es.question)).toBeVisible();
  await expect(visitor.getByText(OWN.en.question)).toHaveCount(0);
  // Also from another page, without a new document.
  await visitor.goto(`${url}/about?lang=es`);
  await visitor.getByRole('link', { name: 'Producto', exact: true }).first().click();
  await expect(visitor.getByText(OWN.es.question)).toBeVisible();
  await visitor.close();

  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(async () => expect(dataOf(await pageIn(url, 'es')).length).toBe(count)).toPass();
  const { origin, questions } = await adminCall<AdminFaq>(page, 'GET', `${url}/api/admin/faq`);
  expect([origin, questions.length]).toEqual(['default', count]);
});
