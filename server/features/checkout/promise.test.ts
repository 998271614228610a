import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { startTestApp } from '#test/app.ts';
import {
  aCart,
  aNewYorkAddress,
  confirm,
  payByCard,
  paymentIdOf,
  post,
  shippingDataOf,
  startPayment,
} from '#test/makers.ts';

const DAY = 24 * 3_600_000;

test('the checkout’s promise is in order, mail and status page, even if the payment succeeds days later', async () => {
  const shop = await startTestApp();
  try {
    const addressData = aNewYorkAddress({ preferredLanguage: 'es' });
    const items = aCart();
    const quote = await post(shop, '/api/shipping-rates', { items, shippingAddress: addressData });
    const { quoteId, rates } = quote.json<ShippingRatesAnswer>();
    const [rate] = rates;
    if (!rate) throw new Error('no rate');
    const { ships_by: shipBy, arrives_by: arriveBy } = rate;
    expect(shipBy < arriveBy).toBe(true);
    const shippingData = shippingDataOf(rate, quoteId);
    const started = await startPayment(shop, { cartItems: items, addressData, shippingData });
    const { clientSecret } = started.json<CreatePaymentIntentAnswer>();
    const paymentId = paymentIdOf(clientSecret);
    await payByCard(shop, { paymentId, clientSecret });
    shop.clock.advance(3 * DAY);
    expect((await confirm(shop, paymentId, { clientSecret })).statusCode).toBe(200);
    const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
    expect(order).toMatchObject({ shipBy, arriveBy });
    const view = (await shop.app.inject(`/api/orders/${order?.statusToken}`)).json<OrderStatusView>();
    expect(view).toMatchObject({ shipBy, arriveBy });
    const mails = await shop.deps.db.select().from(emails).where(eq(emails.templateKey, 'order_confirmation'));
    for (const day of [shipBy, arriveBy]) expect(mails[0]?.text).toContain(promisedDay(day, 'es'));
  } finally {
    await shop.close();
  }
});
