import { type CreatePaymentIntentAnswer, PROOF_HEADER, type ShippingRate } from '#shared/checkout/checkout.ts';
import { expect, startShop, test } from './fixtures.ts';
import { CARDS, NEW_YORK, shopper } from './shop-page.ts';

const ADDRESS = {
  fullName: 'Yolanda Pérez',
  email: 'yolanda@example.com',
  phone: '3055550100',
  ...NEW_YORK,
  preferredLanguage: 'en',
};

/** Each caller has a separate address, as behind a proxy. */
async function declineTenCards(url: string, caller: string): Promise<void> {
  const call = async <T>(path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': caller };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  const items = [{ id: 'box40', quantity: 1 }];
  const { rates } = await call<{ rates: ShippingRate[] }>('/api/shipping-rates', { items, shippingAddress: ADDRESS });
  const { clientSecret } = await call<CreatePaymentIntentAnswer>('/api/create-payment-intent', {
    cartItems: items,
    addressData: ADDRESS,
    shippingData: {
      shippingCost: rates[0]?.amount,
      shippingMethod: rates[0]?.servicelevel.name,
      shippingCarrier: rates[0]?.carrier,
    },
  });
  const card = { clientSecret, cardNumber: CARDS.declined, expiry: '12/40', cvc: '123' };
  for (let i = 0; i < 10; i++) await call(`/api/sandbox-payments/${clientSecret.split('_secret_')[0]}/confirm`, card);
}

test.describe('while many cards are declined', () => {
  // The browser's message about the answer that requires a proof of work.
  test.use({ allowConsole: [/status of 428/] });

  test('a browser computes before its payment starts, and a shopper buys as always (P29)', async ({ page }) => {
    const shop = await startShop({ TRUST_PROXY: '127.0.0.1' });
    try {
      for (let i = 0; i < 5; i++) await declineTenCards(shop.url, `203.0.113.${i}`);
      const starts: { status: number; hasProof: boolean }[] = [];
      page.on('response', (answer) => {
        if (!answer.url().endsWith('/api/create-payment-intent')) return;
        starts.push({ status: answer.status(), hasProof: PROOF_HEADER in answer.request().headers() });
      });
      const me = shopper(page);
      await page.goto(`${shop.url}/shop`);
      await me.add(1);
      await me.button('Checkout').click();
      await me.fillAddress(NEW_YORK);
      await me.button('Calculate shipping').click();
      await me.chooseRate();
      await expect(me.cardNumber).toBeVisible();
      await expect(me.alert).toHaveCount(0);
      expect(starts).toEqual([
        { status: 428, hasProof: false },
        { status: 200, hasProof: true },
      ]);
      await me.pay(CARDS.good);
      await me.seeOrder();
    } finally {
      await shop.stop();
    }
  });
});
