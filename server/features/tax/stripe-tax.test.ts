import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails, orders, taxRecords } from '#server/tables.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import { asAdmin } from '#test/admin.ts';
import { aCart, aNewYorkAddress, confirm, paymentIdOf, post, shippingDataOf, startPayment } from '#test/makers.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { lastEvent, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';
import type { TaxProvider } from './provider.ts';
import { findOpenTaxRecords, resumeTaxRecords } from './records.ts';
import { TAX_ESTIMATE_MS } from './stripe-taxes.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let shop: StripeShop;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  shop = await startStripeShop({ env: { TAX_PROVIDER: 'stripe' } });
  shop.stripe.tax.registrations.set('NY', { percent: 8.875, taxesShipping: true, taxesFood: true });
  call = await asAdmin(shop);
});
afterEach(() => shop.close());

const ADDRESS = aNewYorkAddress({ email: 'ana@shopper.example' });
const quote = (quantity = 3) => post(shop, '/api/shipping-rates', { items: aCart(quantity), shippingAddress: ADDRESS });
const startWith = ({ rates, quoteId }: ShippingRatesAnswer, attempt: string = randomUUID()) => {
  const [rate] = rates;
  const shippingData = shippingDataOf(rate, quoteId);
  return startPayment(shop, { cartItems: aCart(3), addressData: ADDRESS, shippingData }, attempt);
};
const start = async () => (await startWith((await quote()).json())).json<CreatePaymentIntentAnswer>();
const pay = async (started?: CreatePaymentIntentAnswer) => {
  const { clientSecret } = started ?? (await start());
  const paymentId = paymentIdOf(clientSecret);
  shop.stripe.confirm(paymentId);
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  const order = (await shop.deps.db.select().from(orders)).find((row) => row.stripePaymentIntentId === paymentId);
  if (!order) throw new Error('There is no order');
  return order;
};
const refund = async (id: string, body: object) =>
  (await call('POST', `/api/admin/orders/${id}/refunds`, { notify: false, ...body })).statusCode;
const records = () => shop.deps.db.select().from(taxRecords).orderBy(taxRecords.createdAt);
/** A pass of the reconciliation, an hour after the one before: everything postponed is due. */
const pass = async (taxes: TaxProvider = shop.deps.taxes) => {
  shop.clock.advance(HOUR_MS);
  await resumeTaxRecords({ ...shop.deps, taxes });
};
const cents = (text: string) => Math.round(Number(text) * 100);
const recorded = (reference: string) => shop.stripe.tax.record(reference);
const kept = () => [...shop.stripe.tax.transactions.values()].map(({ totalCents }) => totalCents);

test('the sum that is shown is the one that is charged, kept and recorded (N15)', async () => {
  const quoted = (await quote()).json<ShippingRatesAnswer>();
  const started = (await startWith(quoted)).json<CreatePaymentIntentAnswer>();
  expect(quoted.rates[0]?.tax).toBe(started.charge.tax);
  expect(cents(started.charge.tax)).toBeGreaterThan(0);
  expect(shop.stripe.intent(paymentIdOf(started.clientSecret)).amount).toBe(cents(started.charge.totalAmount));
  const order = await pay(started);
  expect(order).toMatchObject({ tax: started.charge.tax, totalAmount: started.charge.totalAmount });
  const detail = (await call('GET', `/api/admin/orders/${order.id}`)).json();
  expect(detail.taxLines).toEqual([{ name: 'NY', rate: '8.875', amount: order.tax, reason: 'calculated' }]);
  const mails = (await shop.deps.db.select().from(emails)).filter(({ orderId }) => orderId === order.id);
  for (const { text } of mails) expect(text).toContain(`$${order.tax}`);
  expect((await shop.app.inject(`/api/orders/${order.statusToken}`)).json()).toMatchObject({ tax: order.tax });
  expect((await call('GET', '/api/admin/orders.csv')).body).toContain(
    `"${order.tax}","NY, 8.875 %, by Stripe Tax","${order.totalAmount}"`,
  );
  await pass();
  expect(recorded(order.id)).toMatchObject({ totalCents: cents(order.totalAmount), taxCents: cents(order.tax) });
  expect(kept()).toHaveLength(1);
});

test('a payment that is never paid records nothing', async () => {
  await start();
  await pass();
  expect([await records(), kept()]).toEqual([[], []]);
});

test('without tax the order says why, and the sale is recorded for the state’s threshold', async () => {
  shop.stripe.tax.registrations.clear();
  const order = await pay();
  expect((await call('GET', `/api/admin/orders/${order.id}`)).json().taxLines).toEqual([
    { name: 'NY', rate: '0', amount: '0.00', reason: 'not_registered' },
  ]);
  await pass();
  expect(recorded(order.id)?.totalCents).toBe(cents(order.totalAmount));
});

describe('when Stripe Tax does not answer', () => {
  const isDown = (status = 500) => {
    for (let i = 0; i < 4; i++) {
      shop.stripe.answerNext({
        method: 'POST',
        path: /tax\/calculations/,
        status,
        body: { error: { type: 'api_error' } },
      });
    }
  };

  test('without a rate of the shop’s own nothing is sold, and the message says why', async () => {
    const quoted = (await quote()).json<ShippingRatesAnswer>();
    isDown();
    const answer = await startWith(quoted);
    expect([answer.statusCode, answer.json().message]).toEqual([502, expect.stringContaining('Sales tax')]);
    expect((await quote()).statusCode).toBe(502);
    expect([...shop.stripe.intents.values()]).toEqual([]);
    // Control: the same shopper a moment later.
    expect((await startWith(quoted)).statusCode).toBe(200);
  });

  test('a sum that does not add up is never charged', async () => {
    const quoted = (await quote()).json<ShippingRatesAnswer>();
    const [calculation] = [...shop.stripe.tax.calculations.values()];
    const wrong = { ...calculation, tax_amount_exclusive: 1 };
    shop.stripe.answerNext({ method: 'POST', path: /tax\/calculations/, status: 200, body: wrong });
    expect((await startWith(quoted)).statusCode).toBe(502);
    expect((await startWith(quoted)).statusCode).toBe(200);
  });

  test('waiting for it costs a few seconds', async () => {
    const quoted = (await quote()).json<ShippingRatesAnswer>();
    shop.stripe.latencyMs = 60_000;
    const startedAt = performance.now();
    expect((await startWith(quoted)).statusCode).toBe(502);
    // The shop's own limit ends it; the rest is for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(TAX_ESTIMATE_MS).toBeLessThan(8_000);
    shop.stripe.latencyMs = 0;
  });

  test('the owner’s own rate replaces it, and the sale is recorded if the provider’s sum is the same', async () => {
    await call('POST', '/api/admin/taxes', { state: 'NY', rate: '8.875', taxesFood: true });
    shop.stripe.tax.registrations.set('NY', { percent: 8.875, taxesShipping: false, taxesFood: true });
    isDown();
    const quoted = (await quote()).json<ShippingRatesAnswer>();
    isDown();
    const started = (await startWith(quoted)).json<CreatePaymentIntentAnswer>();
    const order = await pay(started);
    expect(order).toMatchObject({ tax: started.charge.tax, totalAmount: started.charge.totalAmount });
    expect((await call('GET', `/api/admin/orders/${order.id}`)).json().taxLines).toMatchObject([
      { reason: 'by_table' },
    ]);
    while (shop.stripe.tax.calculations.size === 0) {
      await pass();
    }
    await pass();
    expect(recorded(order.id)).toMatchObject({ totalCents: cents(order.totalAmount), taxCents: cents(order.tax) });
  });

  test('a sum that differs from the charge has to be recorded by a person', async () => {
    await call('POST', '/api/admin/taxes', { state: 'NY', rate: '5', taxesFood: true });
    isDown();
    const quoted = (await quote()).json<ShippingRatesAnswer>();
    isDown();
    const { id } = await pay((await startWith(quoted)).json());
    for (let i = 0; i < 6; i++) await pass();
    expect(await records()).toMatchObject([{ state: 'look', failure: 'other_tax' }]);
    expect(kept()).toEqual([]);
    expect(await findOpenTaxRecords(shop.deps)).toEqual({ look: 1, waiting: 0, orderIds: [id] });
    const { taxRecords: told } = (await call('GET', `/api/admin/orders/${id}`)).json();
    expect(told).toMatchObject([{ kind: 'sale', state: 'look', failure: 'other_tax' }]);
    const [open, ...more] = (await call('GET', '/api/admin/tax-records')).json();
    expect([open, more]).toMatchObject([{ orderId: id, kind: 'sale', failure: 'other_tax' }, []]);
    // The cause is fixed: ten presses report it once more, and it is accepted.
    shop.stripe.tax.registrations.set('NY', { percent: 5, taxesShipping: false, taxesFood: true });
    const again = () => call('POST', `/api/admin/tax-records/${open.id}/again`, {});
    const answers = await Promise.all(Array.from({ length: 10 }, again));
    expect(answers.map((answer) => [answer.statusCode, answer.json().state])).toEqual(answers.map(() => [200, 'due']));
    await pass();
    expect(await records()).toMatchObject([{ state: 'done', failure: null }]);
    expect(kept()).toHaveLength(1);
    expect((await again()).json()).toMatchObject({ state: 'done' });
    await pass();
    expect(kept()).toHaveLength(1);
    expect((await call('GET', '/api/admin/tax-records')).json()).toEqual([]);
  });
});

test('an address that Stripe Tax does not find is refused with a message', async () => {
  const nowhere = aNewYorkAddress({ zipCode: '99950', state: 'AK' });
  const answer = await post(shop, '/api/shipping-rates', { items: aCart(), shippingAddress: nowhere });
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('ZIP')]);
});

describe('a record (one sale, one transaction)', () => {
  /** Ends the process before or after the far end has acted: the answer is lost. */
  const killed = (verb: 'commit' | 'refund' | 'void', when: 'before' | 'after'): TaxProvider => ({
    ...shop.deps.taxes,
    [verb]: async (input: never) => {
      if (when === 'after') await shop.deps.taxes[verb](input);
      throw new Error('killed');
    },
  });

  test.each(['before', 'after'] as const)('a kill %s the provider has it', async (when) => {
    const order = await pay();
    await pass(killed('commit', when));
    expect(await records()).toMatchObject([{ state: 'due', transactionId: null }]);
    expect(kept()).toHaveLength(when === 'after' ? 1 : 0);
    await pass();
    await pass();
    expect(kept()).toEqual([cents(order.totalAmount)]);
    expect(await records()).toMatchObject([{ state: 'done', transactionId: recorded(order.id)?.transaction.id }]);
  });

  test('ten workers at once record it once; without the claim each would ask', async () => {
    await pay();
    let asked = 0;
    const counting: TaxProvider = {
      ...shop.deps.taxes,
      commit: (sale) => {
        asked += 1;
        return shop.deps.taxes.commit(sale);
      },
    };
    shop.clock.advance(HOUR_MS);
    await Promise.all(Array.from({ length: 10 }, () => resumeTaxRecords({ ...shop.deps, taxes: counting })));
    expect([asked, kept().length]).toEqual([1, 1]);
    // Control: the reference alone would not have prevented the calls.
    await shop.deps.db.update(taxRecords).set({ state: 'due' });
    for (let i = 0; i < 3; i++) await pass(counting);
    expect(asked).toBeGreaterThan(1);
    expect(kept()).toHaveLength(1);
  });

  test('an expired calculation is repeated for the same sum', async () => {
    const order = await pay();
    const [before] = await records();
    shop.stripe.advance(91 * DAY_MS);
    await pass();
    const [after] = await records();
    expect(after).toMatchObject({ state: 'done' });
    expect(after?.calculationId).not.toBe(before?.calculationId);
    expect(recorded(order.id)).toMatchObject({ totalCents: cents(order.totalAmount), taxCents: cents(order.tax) });
  });

  test('a kill after an expired one was repeated ends in one transaction', async () => {
    await pay();
    shop.stripe.advance(91 * DAY_MS);
    let asked = 0;
    const dying: TaxProvider = {
      ...shop.deps.taxes,
      commit: async (sale) => {
        const answer = await shop.deps.taxes.commit(sale);
        asked += 1;
        if (asked === 2) throw new Error('killed');
        return answer;
      },
    };
    await pass(dying);
    expect(kept()).toHaveLength(1);
    await pass();
    expect([(await records())[0]?.state, kept().length]).toEqual(['done', 1]);
  });

  test('an expired one whose tax has changed waits for a person', async () => {
    await pay();
    shop.stripe.advance(91 * DAY_MS);
    shop.stripe.tax.registrations.set('NY', { percent: 9, taxesShipping: true, taxesFood: true });
    await pass();
    expect(await records()).toMatchObject([{ state: 'look', failure: 'other_tax' }]);
    expect(kept()).toEqual([]);
  });

  test('refunds take back their part, once each, after the sale', async () => {
    const order = await pay();
    expect(await refund(order.id, { lines: [{ id: 'box40', quantity: 1 }] })).toBe(201);
    expect(await refund(order.id, { amount: '5.00' })).toBe(201);
    await pass(killed('commit', 'before'));
    expect(kept()).toEqual([]);
    await pass();
    await pass(killed('refund', 'after'));
    await pass();
    const all = await records();
    expect(all.map(({ kind, state }) => [kind, state])).toEqual([
      ['sale', 'done'],
      ['refund', 'done'],
      ['refund', 'done'],
    ]);
    const back = all.slice(1).map(({ amountCents }) => -amountCents);
    expect(kept().toSorted((a, b) => b - a)).toEqual([cents(order.totalAmount), ...back.toSorted((a, b) => b - a)]);
    // The last one reverses the rest: nothing remains.
    const { refundableAmount } = (await call('GET', `/api/admin/orders/${order.id}`)).json();
    await refund(order.id, { amount: refundableAmount });
    await pass();
    expect(kept().reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(shop.stripe.tax.liabilityCents()).toBe(0);
  });

  test('the record of a cancelled order is voided as a whole', async () => {
    const order = await pay();
    await pass();
    const voided: string[] = [];
    const watching: TaxProvider = {
      ...shop.deps.taxes,
      void: (record) => {
        voided.push(record.reference);
        return shop.deps.taxes.void(record);
      },
    };
    expect((await call('POST', `/api/admin/orders/${order.id}/cancel`, {})).statusCode).toBe(200);
    await pass(watching);
    await pass(watching);
    expect(voided).toHaveLength(1);
    expect(kept()).toEqual([cents(order.totalAmount), -cents(order.totalAmount)]);
    expect(shop.stripe.tax.liabilityCents()).toBe(0);
  });

  test('a refund from Stripe’s dashboard is reversed too, once', async () => {
    const order = await pay();
    await pass();
    shop.stripe.refund(order.stripePaymentIntentId, 1000);
    const event = lastEvent(shop, order.stripePaymentIntentId, 'charge.refunded');
    await webhook(shop, event);
    await webhook(shop, event);
    await pass();
    expect(kept()).toEqual([cents(order.totalAmount), -1000]);
  });

  test('tax refunded for a certificate waits for a person, and no goods are reversed with it', async () => {
    const order = await pay();
    await pass();
    expect(await refund(order.id, { certificate: '12', certificateUntil: '2099-12-31' })).toBe(201);
    await pass();
    expect((await records()).map(({ state, failure }) => [state, failure])).toEqual([
      ['done', null],
      ['look', 'exempt'],
    ]);
    expect(kept()).toEqual([cents(order.totalAmount)]);
  });

  test('a refund that the bank sends back waits for a person', async () => {
    const order = await pay();
    await refund(order.id, { amount: '5.00' });
    await pass();
    await pass();
    const [made] = shop.stripe.refundsOf(order.stripePaymentIntentId);
    await webhook(shop, shop.stripe.endRefund(made?.id ?? '', 'failed'));
    expect((await records()).map(({ state, failure }) => [state, failure])).toEqual([
      ['done', null],
      ['look', 'refund_failed'],
    ]);
  });
});

test('an order taxed by the table never gets a record', async () => {
  const stripe = await StripeStandIn.start();
  const other = await startStripeShop({ stripe });
  const mine = shop;
  shop = other;
  call = await asAdmin(shop);
  await call('POST', '/api/admin/taxes', { state: 'NY', rate: '8.875', taxesFood: true });
  const order = await pay();
  await refund(order.id, { amount: '5.00' });
  await pass();
  expect([order.tax, await records()]).toEqual(['5.32', []]);
  expect(stripe.requests.filter(({ path }) => path.includes('/tax/'))).toEqual([]);
  await other.close();
  await stripe.close();
  shop = mine;
});

test('what a person has to correct is not reported again, and an unknown record is a 404', async () => {
  const { id } = await pay();
  await pass();
  const [sale] = await records();
  await shop.deps.db.update(taxRecords).set({ state: 'look', failure: 'refund_failed' });
  const answer = await call('POST', `/api/admin/tax-records/${sale?.id}/again`, {});
  expect([answer.statusCode, answer.json().message]).toEqual([409, errorText('tax_by_hand', 'en')]);
  expect(await records()).toMatchObject([{ orderId: id, state: 'look', failure: 'refund_failed' }]);
  expect((await call('POST', `/api/admin/tax-records/${randomUUID()}/again`, {})).statusCode).toBe(404);
});

test('a correction within a state asks Stripe Tax, which knows counties; without an answer it is unknown', async () => {
  const order = await pay();
  const to = { addressLine1: '1 Main St', addressLine2: null, city: 'Buffalo', state: 'NY', zipCode: '14202' };
  const price = async () => (await call('POST', `/api/admin/orders/${order.id}/shipping-price`, to)).json();
  expect((await price()).tax).toBeNull();
  const calculated = shop.stripe.tax.calculations.size;
  for (let i = 0; i < 4; i++) {
    const body = { error: { type: 'api_error' } };
    shop.stripe.answerNext({ method: 'POST', path: /tax\/calculations/, status: 500, body });
  }
  expect((await price()).tax).toEqual({ paid: order.tax, corrected: null });
  expect(shop.stripe.tax.calculations.size).toBe(calculated);
});

test('after a correction within a state the order notes that the tax is the original one, until reverted', async () => {
  const order = await pay();
  const move = async (address: object) => {
    const { version } = (await call('GET', `/api/admin/orders/${order.id}`)).json();
    const change = { ...address, acceptTax: true, version };
    return (await call('PATCH', `/api/admin/orders/${order.id}`, change)).json().taxLines[0].isFixed;
  };
  const csv = async () => (await call('GET', '/api/admin/orders.csv')).body;
  expect(await move({ city: 'Buffalo', zipCode: '14202' })).toBe(true);
  expect(await csv()).toContain(
    '"NY, 8.875 %, by Stripe Tax; fixed at the purchase, before the address was corrected"',
  );
  expect(await move({ city: order.city, zipCode: order.zipCode })).toBeUndefined();
  expect(await csv()).toContain('"NY, 8.875 %, by Stripe Tax"');
});
