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

for (const [language, refunded, disputed, won, marks, net] of lastInGate([
  [
    'en',
    'Refunded at the payment provider, $7.00 in all',
    'The customer disputed $39.98 at the bank (says the parcel did not arrive): answer it at the payment provider',
    'The customer disputed $39.98 at the bank (says the parcel did not arrive): decided for you',
    ['Partly refunded', 'Disputed'],
    '$0.00 after refunds, disputes and cancelled orders',
  ],
  [
    'es',
    'Reembolsado en el proveedor de pagos, $7.00 en total',
    'El cliente reclamó $39.98 en su banco (dice que el paquete no llegó): respóndelo en el proveedor de pagos',
    'El cliente reclamó $39.98 en su banco (dice que el paquete no llegó): se resolvió a tu favor',
    ['Reembolsado en parte', 'En disputa'],
    '$0.00 sin reembolsos, disputas ni pedidos cancelados',
  ],
])) {
  test(`P27: a refund and a dispute are in the order’s history, the status stays, in ${language}`, async ({
    page,
    stripe,
    stripeShop: { url },
  }) => {
    const id = await pay(url, stripe, { cart: [{ id: 'box40', quantity: 2 }] });
    await deliver(url, stripe, succeeded(stripe, id));
    for (const event of [...stripe.refund(id, 500), ...stripe.refund(id, 200)]) await deliver(url, stripe, event);
    const dispute = stripe.dispute(id);
    await deliver(url, stripe, dispute);
    await openDashboard(page, 'tab=orders', { language });
    for (const mark of marks) await expect(page.getByRole('row').nth(1).getByText(mark, { exact: true })).toBeVisible();
    await expect(page.getByText(net)).toBeVisible();
    const [order] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
    await page.goto(`/admin/dashboard?tab=orders&open=${order?.id}`);
    const drawer = page.getByRole('dialog');
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

for (const [language, open, fill, again, filled, own, read, print, orderWord, past] of lastInGate([
  [
    'en',
    'Dispute file…',
    'Fill in at Stripe',
    'Fill in again',
    /^Fields filled in at Stripe, in English, .+: 8\. Nothing has been submitted\./,
    'Left as somebody wrote it in Stripe: What was sold.',
    /^Read it/,
    'Print the file',
    'Order ',
    'Evidence filled in at Stripe, not submitted (fields: 8,',
  ],
  [
    'es',
    'Expediente de disputa…',
    'Llenar en Stripe',
    'Llenar otra vez',
    /^Campos llenados en Stripe, en inglés, .+: 8\. No se ha presentado nada\./,
    'Se dejó como alguien lo escribió en Stripe: Lo que se vendió.',
    /^Leerlo/,
    'Imprimir el expediente',
    'Pedido ',
    'Pruebas llenadas en Stripe, sin presentar (campos: 8,',
  ],
])) {
  test(
    `the evidence of a dispute is filled in with one press and submitted by nobody, in ${language}`,
    FULL_TIER,
    async ({ page, stripe, stripeShop: { url } }) => {
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
      await page.getByRole('button', { name: open }).click();
      const file = page.getByRole('dialog').last();
      await expect(file.getByText(own)).toBeVisible();
      expect(dispute.evidence.customer_name).toBeUndefined();
      await expectAccessible(page);
      await file.getByRole('button', { name: fill }).click();
      await expect(file.getByRole('status')).toHaveText(filled);
      expect(dispute).toMatchObject({
        status: 'needs_response',
        evidence: { customer_name: 'María Núñez', product_description: 'Written in the dashboard.' },
      });
      // Verbatim, and in English in any language of the owner.
      await file.getByText(read).last().click();
      await expect(file.getByText('Order ', { exact: false }).last()).toContainText(id);
      await expectAccessible(page);
      await file.getByRole('button', { name: again }).click();
      await expect(file.getByRole('button', { name: again })).toBeEnabled();
      await page.evaluate(() => {
        window.print = () => void document.documentElement.setAttribute('data-printed', '');
      });
      await file.getByRole('button', { name: print }).click();
      await expect(page.locator('html[data-printed]')).toHaveCount(1);
      const sheet = page.locator('.slips article');
      await expect(sheet).toContainText(orderWord);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await expect(sheet).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').getByText(past)).toHaveCount(1);
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

for (const [language, region, titles, known, resolve, done] of lastInGate([
  [
    'en',
    'Payments that need a look',
    {
      duplicate: 'One checkout may have been paid twice',
      unknown: 'A payment fits no checkout',
      mismatch: 'The amount paid is not the amount of the checkout',
    },
    'What we know',
    'Mark as resolved',
    'Marked as resolved',
  ],
  [
    'es',
    'Pagos que hay que mirar',
    {
      duplicate: 'Puede que una compra se pagara dos veces',
      unknown: 'Un pago no corresponde a ninguna compra',
      mismatch: 'El monto pagado no es el monto de la compra',
    },
    'Lo que sabemos',
    'Marcar como resuelto',
    'Marcado como resuelto',
  ],
])) {
  test(
    `P9 N1: every payment that fits no checkout is counted on top and opens with what is known and what to do, in ${language}`,
    FULL_TIER,
    async ({ page, stripe, stripeShop: { url } }) => {
      const made = await makeAnomalies(url, stripe);
      await openDashboard(page, '', { language });
      const open = () => page.getByRole('button', { name: `3 ${region}` }).click();
      await open();
      const banner = page.getByRole('region', { name: region });
      const item = (name: 'duplicate' | 'unknown' | 'mismatch') =>
        banner.getByRole('listitem').filter({ hasText: titles[name] });
      for (const name of ['duplicate', 'unknown', 'mismatch'] as const) {
        await item(name).getByText(known).click();
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
      await page.getByRole('alertdialog').getByRole('button', { name: resolve }).click();
      await expectToast(page, done);
      await expect(item('unknown')).toHaveCount(0);
      await expect(item('mismatch')).toBeVisible();
    },
  );
}

test.describe('with answers that are no success', () => {
  test.use({ allowConsole: FAILED_ANSWERS });

  test(
    'a notice that cannot be marked as dealt with stays and says why',
    FULL_TIER,
    async ({ page, stripe, stripeShop: { url } }) => {
      await makeAnomalies(url, stripe);
      await openDashboard(page);
      await failCalls(page, /\/resolve$/, ['POST']);
      await page.getByRole('button', { name: '3 Payments that need a look' }).click();
      const banner = page.getByRole('region', { name: 'Payments that need a look' });
      await banner.getByRole('button', { name: 'Mark as resolved' }).first().click();
      const ask = page.getByRole('alertdialog');
      await expect(ask).toContainText('The payment itself is not touched.');
      await ask.getByRole('button', { name: 'Mark as resolved' }).click();
      await expectToast(page, 'The notice was not changed.', 'We are unavailable for a moment.');
      await ask.getByRole('button', { name: 'Cancel' }).click();
      await expect(banner.getByRole('button', { name: 'Mark as resolved' })).toHaveCount(3);
    },
  );
});
