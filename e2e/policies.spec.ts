import type { Page } from '@playwright/test';
import { facts } from '#brand/facts.ts';
import type { AdminPolicy } from '#shared/content/policies.ts';
import { POLICY_KINDS } from '#shared/content/policy-page.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { adminCall, buy, expect, expectAccessible, openVisit, test } from './admin-fixtures.ts';
import { axeOf } from './axe.ts';
import { FULL_TIER } from './cases.ts';
import { NEW_YORK, shopper } from './shop-page.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const policyPage = async (url: string, kind: string, language: string) =>
  (await fetch(`${url}/policies/${kind}`, { headers: { 'accept-language': language } })).text();

const RULE = localized('Thirty days, no questions.', 'Treinta días, sin preguntas.');
const BODY = localized('## Our word\n\nThirty **whole** days.', '## Nuestra palabra\n\nTreinta días **enteros**.');

async function readMail(page: Page, url: string, orderNumber: string): Promise<string> {
  const mails = await adminCall<{ id: string; templateKey: string; subject: string }[]>(
    page,
    'GET',
    `${url}/api/admin/emails`,
  );
  const mail = mails.find((each) => each.templateKey === 'order_confirmation' && each.subject.includes(orderNumber));
  return (await adminCall<{ text: string }>(page, 'GET', `${url}/api/admin/emails/${mail?.id}`)).text;
}

test(
  'a refund rule changed on a phone is on page, checkout and mail',
  FULL_TIER,
  async ({ page, browser, own: { url } }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${url}/admin/site?lang=en`);
    await page.getByRole('region', { name: 'Policies' }).getByRole('button', { name: 'Refunds' }).click();
    await expect(page).toHaveURL(/\/admin\/site\/refunds/);
    await expect(page.getByText('Sample text')).toBeVisible();
    await page.getByLabel('In one line (English)').fill(RULE.en);
    await page.getByLabel('Text (English)').fill('Within [how many] days.');
    // One language at a time; the other is a press away.
    await expect(page.getByLabel('Text (Spanish)')).toBeHidden();
    await page.getByLabel('In one line (English)').fill('Within 45 days.');
    await page.getByRole('button', { name: 'Spanish' }).click();
    // A warning about a number in only one language, before it is public.
    await expect(page.getByText('English says 45, this text does not.')).toBeVisible();
    await page.getByLabel('In one line (Spanish)').fill('Cuarenta y cinco (45) días.');
    await expect(page.getByText('English says 45, this text does not.')).toBeHidden();
    await page.getByRole('button', { name: 'English', exact: true }).click();
    await page.getByLabel('In one line (English)').fill(RULE.en);
    await page.getByRole('button', { name: 'Spanish' }).click();
    await page.getByLabel('In one line (Spanish)').fill(RULE.es);
    await page.getByLabel('Text (Spanish)').fill(BODY.es);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    // A missing value links to its field.
    await expect(page.getByText('Still to be filled in: [how many]')).toBeVisible();
    await page.getByLabel('Text (English)').fill(BODY.en);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Your own text')).toBeVisible();

    for (const language of LANGUAGES) {
      const html = await policyPage(url, 'refunds', language);
      expect(html).toContain(RULE[language]);
      expect(html).toContain(
        language === 'en' ? 'Thirty <strong>whole</strong> days.' : 'Treinta días <strong>enteros</strong>.',
      );
      expect(html).not.toContain(language === 'en' ? 'This is a sample text' : 'Este es un texto de muestra');
    }
    const { orderNumber } = await buy(url);
    expect(await readMail(page, url, orderNumber)).toContain(RULE.en);

    const shopPage = await openVisit(browser, url, { locale: 'es-US' });
    await shopper(shopPage, 'es').goToPayment(NEW_YORK);
    await expect(shopPage.getByText(RULE.es)).toBeVisible();
    await expect(shopPage.getByRole('main').getByRole('link', { name: 'Reembolsos' })).toHaveAttribute(
      'href',
      '/policies/refunds',
    );

    const [revision] = await adminCall<{ id: number }[]>(page, 'GET', `${url}/api/admin/revisions`);
    await page.goto(`${url}/admin/site?lang=en`);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await adminCall<{ id: number }[]>(page, 'GET', `${url}/api/admin/revisions`))[0]?.id)
      .toBe((revision?.id ?? 0) + 1);
    await expect(async () => expect(await policyPage(url, 'refunds', 'en')).not.toContain(RULE.en)).toPass();
    const [policy] = await adminCall<AdminPolicy[]>(page, 'GET', `${url}/api/admin/policies`);
    expect(policy?.isSample).toBe(true);
  },
);

test('below a policy stands what it says; a press inserts a fact', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/admin/site/shipping?lang=es`);
  const body = page.getByRole('textbox', { name: 'Texto, en español' });
  await expect(body).toHaveValue(/\{\{shippingPrice\}\}/);
  // As on its page, in the language of the text.
  const said = page.getByRole('definition').filter({ hasText: 'Gratis en pedidos de más de $25 dentro de la Florida' });
  await expect(said.first()).toHaveAttribute('lang', 'es');
  await expect(page.getByText('Free on orders over $25 within Florida', { exact: false }).first()).toBeVisible();
  await body.fill('Escríbenos: ');
  await expect(said).toHaveCount(1);
  await page.locator('summary', { hasText: 'Poner un dato de la tienda, en español' }).last().click();
  await page
    .getByRole('button', { name: `Insertar ${facts.email}` })
    .last()
    .click();
  await expect(body).toHaveValue('Escríbenos: {{email}}');
  await expect(body).toBeFocused();
  await expectAccessible(page);
});

test('publishing a policy changed in one language only asks, both side by side', async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/site/shipping?lang=es`);
  const line = page.getByLabel('En una línea, en español');
  await line.fill('Empacamos cada lunes.');
  const bar = page.getByRole('group', { name: 'Escribir, en español' });
  await page.getByLabel('Texto, en español').fill('Los lunes.');
  await page.getByLabel('Texto, en español').selectText();
  await bar.getByRole('button', { name: 'Negrita' }).click();
  await expect(page.getByLabel('Texto, en español')).toHaveValue('**Los lunes.**');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Cambiaste un solo idioma' });
  await expect(asked.getByText('Empacamos cada lunes.')).toBeVisible();
  await expect(asked.getByText('Sigue igual')).toHaveCount(2);
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(asked).toBeHidden();
  expect(await policyPage(url, 'shipping', 'es')).not.toContain('Empacamos cada lunes.');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await asked.getByRole('button', { name: 'Dicen lo mismo: publicar' }).click();
  await expect.poll(() => policyPage(url, 'shipping', 'es')).toContain('Empacamos cada lunes.');
});

test('every policy has its page in both languages, from the footer, and axe finds nothing', async ({ page, shop }) => {
  for (const language of LANGUAGES) {
    for (const kind of POLICY_KINDS) {
      await page.goto(`${shop.url}/policies/${kind}?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  }
  await page.goto(`${shop.url}/?lang=en`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/policies\/privacy$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  // In the other language, without a new document.
  await page.getByRole('banner').getByRole('button', { name: /^ES/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacidad' })).toBeVisible();
});

test('on a phone each part of Site is one press away', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  for (const [language, parts, policies] of [
    ['en', 'Parts of this screen', 'Policies'],
    ['es', 'Partes de esta pantalla', 'Políticas'],
  ] as const) {
    await page.goto(`${url}/admin/site?lang=${language}`);
    const heading = page.getByRole('heading', { name: policies, exact: true });
    await expect(heading).not.toBeInViewport();
    await page.getByRole('navigation', { name: parts }).getByRole('link', { name: policies }).click();
    await expect(heading).toBeInViewport();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`${language}-policies.png`) });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: test.info().outputPath(`${language}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('navigation', { name: 'Partes de esta pantalla' })).toBeHidden();
});
