import { LANGUAGES } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import type { EventRecord } from '#test/stand-ins/stripe-records.ts';
import {
  adminCall,
  test as base,
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  failCalls,
  NEW_YORK,
  openDashboard,
  startAdminShop,
  startPurchase,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

/** An empty shop with Stripe's keys; Stripe is a stand-in, its webhooks are signed by the SDK. */
const test = base.extend<{ stripe: StripeStandIn; stripeShop: { url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
  stripe: async ({}, use) => {
    const stripe = await StripeStandIn.start();
    await use(stripe);
    await stripe.close();
  },
  stripeShop: async ({ stripe }, use) => {
    const shop = await startAdminShop({ ...stripe.env(), SWEEP_SECONDS: '3600' });
    await use(shop);
    await shop.stop();
  },
  baseURL: async ({ stripeShop }, use) => use(stripeShop.url),
});

test.use({ allowConsole: FAILED_ANSWERS });

/** Delivers an event like Stripe. */
async function deliver(url: string, stripe: StripeStandIn, event: EventRecord): Promise<void> {
  const { payload, headers } = stripe.signed(event);
  const answer = await fetch(`${url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
  expect(answer.status).toBe(200);
}

/** A paid payment. @returns the payment's reference */
async function pay(url: string, stripe: StripeStandIn, purchase: Parameters<typeof startPurchase>[1] = {}) {
  const { paymentIntentId } = await startPurchase(url, purchase);
  stripe.confirm(paymentIntentId);
  return paymentIntentId;
}
const succeeded = (stripe: StripeStandIn, id: string) => {
  const event = stripe.eventsOf(id).findLast(({ type }) => type === 'payment_intent.succeeded');
  if (!event) throw new Error(`${id} was not paid`);
  return event;
};

for (const language of lastInGate(LANGUAGES)) {
  test(`P27: an order’s history has its refund and dispute: ${language}`, async ({
    page,
    stripe,
    stripeShop: { url },
  }) => {
    const t = wordsOf(language);
    const marks = [t('admin_money_partly_refunded'), t('admin_money_disputed')] as const;
    const [refunded, disputed, won] = {
      en: [
        'Refunded at the payment provider, $7.00 in all',
        /^The customer disputed \$39\.98 at the bank \(says the parcel did not arrive\): answer it/,
        /^The customer disputed \$39\.98 at the bank .*: decided for you/,
      ],
      es: [
        'Reembolsado en el proveedor de pagos, $7.00 en total',
        /^El cliente reclamó \$39\.98 en su banco \(dice que el paquete no llegó\): respóndelo/,
        /^El cliente reclamó \$39\.98 en su banco .*: se resolvió a tu favor/,
      ],
    }[language as 'en' | 'es'] as [string, RegExp, RegExp];
    const id = await pay(url, stripe, { cart: [{ id: 'box40', quantity: 2 }] });
    await deliver(url, stripe, succeeded(stripe, id));
    for (const event of [...stripe.refund(id, 500), ...stripe.refund(id, 200)]) await deliver(url, stripe, event);
    const dispute = stripe.dispute(id);
    await deliver(url, stripe, dispute);
    await openDashboard(page, 'tab=orders', { language });
    for (const mark of marks) await expect(page.getByRole('row').nth(1).getByText(mark, { exact: true })).toBeVisible();
    await expect(page.getByText(t('admin_card_net', { amount: '$0.00' }))).toBeVisible();
    const [order] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
    await page.goto(`/admin/dashboard?tab=orders&open=${order?.id}`);
    const drawer = page.getByRole('complementary');
    for (const mark of marks) await expect(drawer.getByText(mark, { exact: true })).toBeVisible();
    await expect(drawer.getByText(refunded)).toBeVisible();
    await expect(drawer.getByText(disputed)).toBeVisible();
    await expect(drawer.getByRole('combobox')).toHaveValue('pending');
    await expect(drawer.getByRole('link', { name: id })).toHaveAttribute(
      'href',
      `https://dashboard.stripe.com/test/payments/${id}`,
    );
    await deliver(url, stripe, stripe.closeDispute(dispute.data.object.id, 'won'));
    await page.reload();
    await expect(drawer.getByText(won)).toBeVisible();
    await expect(drawer.getByText(marks[1], { exact: true })).toHaveCount(0);
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test(
    `dispute evidence is filled in, and submitted by nobody: ${language}`,
    FULL_TIER,
    async ({ page, stripe, stripeShop: { url } }) => {
      const t = wordsOf(language);
      const [filled, own, read, orderWord, past] = {
        en: [
          /^Fields filled in at Stripe, in English, .+: 8\. Nothing has been submitted\./,
          'Left as somebody wrote it in Stripe: What was sold.',
          /^Read it/,
          'Order ',
          'Evidence filled in at Stripe, not submitted (fields: 8,',
        ],
        es: [
          /^Campos llenados en Stripe, en inglés, .+: 8\. No se ha presentado nada\./,
          'Se dejó como alguien lo escribió en Stripe: Lo que se vendió.',
          /^Leerlo/,
          'Pedido ',
          'Pruebas llenadas en Stripe, sin presentar (campos: 8,',
        ],
      }[language as 'en' | 'es'] as [RegExp, string, RegExp, string, string];
      const id = await pay(url, stripe, { address: { preferredLanguage: language } });
      await deliver(url, stripe, succeeded(stripe, id));
      const event = stripe.dispute(id);
      await deliver(url, stripe, event);
      const dispute = stripe.disputeRecord(event.data.object.id);
      await openDashboard(page, 'tab=orders', { language });
      const [order] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
      await adminCall(page, 'PATCH', `/api/admin/orders/${order?.id}/tracking`, {
        trackingNumber: '9400111201080805483016',
        carrier: 'USPS',
      });
      dispute.evidence.product_description = 'Written in the dashboard.';
      await page.goto(`/admin/dashboard?tab=orders&open=${order?.id}`);
      await page.getByRole('button', { name: t('admin_dispute_file_open') }).click();
      const file = page.getByRole('dialog').last();
      await expect(file.getByText(own)).toBeVisible();
      expect(dispute.evidence.customer_name).toBeUndefined();
      await expectAccessible(page);
      await file.getByRole('button', { name: t('admin_dispute_file_send') }).click();
      await expect(file.getByRole('status')).toHaveText(filled);
      expect(dispute).toMatchObject({
        status: 'needs_response',
        evidence: { customer_name: 'María Núñez', product_description: 'Written in the dashboard.' },
      });
      // Verbatim, and in English in any language of the owner.
      await file.getByText(read).last().click();
      await expect(file.getByText('Order ', { exact: false }).last()).toContainText(id);
      await expectAccessible(page);
      await file.getByRole('button', { name: t('admin_dispute_file_again') }).click();
      await expect(file.getByRole('button', { name: t('admin_dispute_file_again') })).toBeEnabled();
      await page.evaluate(() => {
        window.print = () => void document.documentElement.setAttribute('data-printed', '');
      });
      await file.getByRole('button', { name: t('admin_dispute_file_print') }).click();
      await expect(page.locator('html[data-printed]')).toHaveCount(1);
      const sheet = page.locator('.slips article');
      await expect(sheet).toContainText(orderWord);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await expect(sheet).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('complementary').getByText(past)).toHaveCount(1);
    },
  );
}

/** One anomaly of each kind that a payment can have. */
async function makeAnomalies(url: string, stripe: StripeStandIn) {
  const mismatch = await pay(url, stripe);
  const paid = stripe.intent(mismatch);
  paid.amount_received = paid.amount - 500;
  paid.amount = paid.amount_received;
  await deliver(url, stripe, succeeded(stripe, mismatch));
  const unknown = stripe.createForeign(4_200).id;
  stripe.confirm(unknown);
  await deliver(url, stripe, succeeded(stripe, unknown));
  const attempt = crypto.randomUUID();
  const one = await startPurchase(url, { attempt, address: NEW_YORK });
  stripe.confirm(one.paymentIntentId);
  const again = () => startPurchase(url, { attempt, address: NEW_YORK, cart: [{ id: 'box40', quantity: 2 }] });
  // The attempt is already paid; this shopper insists.
  const two = await again().catch(again);
  if (stripe.intent(two.paymentIntentId).status !== 'succeeded') stripe.confirm(two.paymentIntentId);
  for (const { paymentIntentId } of [one, two]) await deliver(url, stripe, succeeded(stripe, paymentIntentId));
  return { mismatch, unknown, duplicate: two.paymentIntentId, paidCents: paid.amount };
}

for (const language of lastInGate(LANGUAGES)) {
  test(
    `P9 N1: payments that fit no checkout are counted: ${language}`,
    FULL_TIER,
    async ({ page, stripe, stripeShop: { url } }) => {
      const t = wordsOf(language);
      const [region, resolve] = [t('admin_anomalies_title'), t('admin_anomaly_resolve')];
      const titles = {
        duplicate: t('admin_anomaly_duplicate_title'),
        unknown: t('admin_anomaly_other_title'),
        mismatch: t('admin_anomaly_amount_title'),
      };
      const made = await makeAnomalies(url, stripe);
      await openDashboard(page, '', { language });
      const open = () => page.getByRole('button', { name: `3 ${region}` }).click();
      await open();
      const banner = page.getByRole('region', { name: region });
      const item = (name: 'duplicate' | 'unknown' | 'mismatch') =>
        banner.getByRole('listitem').filter({ hasText: titles[name] });
      for (const name of ['duplicate', 'unknown', 'mismatch'] as const) {
        await item(name).getByText(t('admin_anomaly_known')).click();
        await expect(item(name).getByRole('link', { name: made[name] })).toHaveAttribute(
          'href',
          `https://dashboard.stripe.com/test/payments/${made[name]}`,
        );
      }
      await expect(item('mismatch')).toContainText(`$${centsToText(made.paidCents)}`);
      await expect(item('mismatch')).toContainText('maria@shopper.example');
      await expect(item('unknown')).toContainText('$42.00');
      await expectAccessible(page);
      await page.setViewportSize({ width: 375, height: 812 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

      // The order of the second payment is one press away.
      const order = item('duplicate').getByRole('link', { name: /^[0-9A-F]{8}$/ });
      const number = (await order.textContent()) ?? '';
      await order.click();
      await expect(
        page.getByRole('listitem').filter({ hasText: 'María Núñez' }).getByRole('button', { name: number }),
      ).toBeVisible();
      await page.goBack();
      await open();

      await item('unknown').getByRole('button', { name: resolve }).click();
      const ask = page.getByRole('alertdialog').getByRole('button', { name: resolve });
      await test.step('an anomaly that cannot be resolved stays, with the reason', async () => {
        const mend = await failCalls(page, /\/resolve$/, ['POST']);
        await ask.click();
        await expectToast(page, t('admin_anomaly_failed'), 'We are unavailable for a moment.');
        await mend();
      });
      await ask.click();
      await expectToast(page, t('admin_anomaly_resolved'));
      await expect(item('unknown')).toHaveCount(0);
      await expect(item('mismatch')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: `2 ${region}` })).toBeVisible();
    },
  );
}
