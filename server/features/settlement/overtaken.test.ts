import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import { startTestApp } from '#test/app.ts';
import { aPaymentStart, startPayment } from '#test/makers.ts';
import { checkouts } from './schema.ts';

test('a start overtaken while the provider opens its payment gets a conflict, and its payment is canceled', async () => {
  let overtaken: string | undefined;
  let provider: PaymentProvider | undefined;
  const shop = await startTestApp({
    parts: ({ payments }) => {
      provider = payments;
      const createPayment: PaymentProvider['createPayment'] = async (order) => {
        const payment = await payments.createPayment(order);
        if (overtaken !== undefined || !('checkoutId' in order)) return payment;
        overtaken = payment.id;
        const closed = { status: 'canceled' as const, contentHash: 'freed' };
        await shop.deps.db.update(checkouts).set(closed).where(eq(checkouts.id, order.checkoutId));
        return payment;
      };
      return { payments: { ...payments, createPayment } };
    },
  });
  const body = await aPaymentStart(shop);
  const attempt = crypto.randomUUID();
  const answer = await startPayment(shop, body, attempt);
  expect([answer.statusCode, answer.json().clientSecret]).toEqual([409, undefined]);
  expect((await provider?.findPayment(overtaken ?? ''))?.status).toBe('canceled');
  expect((await startPayment(shop, body, attempt)).statusCode).toBe(200);
  await shop.close();
});
