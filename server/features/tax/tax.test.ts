import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails, orders } from '#server/tables.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { TaxRegistration } from '#shared/tax/tax.ts';
import { asAdmin } from '#test/admin.ts';
import {
  aCart,
  aNewYorkAddress,
  confirm,
  NO_LIMITS,
  payByCard,
  paymentIdOf,
  post,
  shippingDataOf,
  startPayment,
} from '#test/makers.ts';
import { shopForEach } from '#test/shop.ts';

const shop = shopForEach({ env: NO_LIMITS });
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  call = await asAdmin(shop);
});

const PATH = '/api/admin/taxes';
const register = async (fields: object = {}) => {
  const answer = await call('POST', PATH, { state: 'NY', rate: '8.875', taxesFood: true, ...fields });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<TaxRegistration>();
};
const read = async () => (await call('GET', PATH)).json<TaxRegistration[]>()[0];

const ADDRESS = aNewYorkAddress({ email: 'ana@shopper.example' });
const quote = async (quantity = 3) =>
  (
    await post(shop, '/api/shipping-rates', { items: aCart(quantity), shippingAddress: ADDRESS })
  ).json<ShippingRatesAnswer>();
const startWith = async ({ rates, quoteId }: ShippingRatesAnswer, quantity = 3, attempt: string = randomUUID()) => {
  const [rate] = rates;
  const shippingData = shippingDataOf(rate, quoteId);
  return (
    await startPayment(shop, { cartItems: aCart(quantity), addressData: ADDRESS, shippingData }, attempt)
  ).json<CreatePaymentIntentAnswer>();
};
const pay = async ({ clientSecret }: CreatePaymentIntentAnswer) => {
  const paymentId = paymentIdOf(clientSecret);
  await payByCard(shop, { paymentId, clientSecret });
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  const order = (await shop.deps.db.select().from(orders)).find((row) => row.stripePaymentIntentId === paymentId);
  if (!order) throw new Error('There is no order');
  return order;
};
const detailOf = async (id: string) => (await call('GET', `/api/admin/orders/${id}`)).json();

test('quote, payment, order, mail, CSV and status page have the same tax (N20)', async () => {
  await register({ taxesShipping: true });
  const quoted = await quote();
  const shipping = Number(quoted.rates[0]?.amount);
  const tax = (Math.round((3 * 1999 + Math.round(shipping * 100)) * 0.08875) / 100).toFixed(2);
  expect(quoted.rates[0]?.tax).toBe(tax);
  const started = await startWith(quoted);
  const total = (59.97 + shipping + Number(tax)).toFixed(2);
  expect(started.charge).toMatchObject({ tax, totalAmount: total });
  const order = await pay(started);
  expect(order).toMatchObject({ tax, totalAmount: total });
  const detail = await detailOf(order.id);
  expect(detail).toMatchObject({
    tax,
    taxLines: [{ name: 'NY', rate: '8.875', amount: tax, reason: 'registered' }],
    refundableAmount: total,
  });
  const [mail] = (await shop.deps.db.select().from(emails)).filter(({ orderId }) => orderId === order.id);
  expect(mail?.text).toMatch(new RegExp(`Sales tax \\(New York, 8\\.875%\\) +\\$${tax.replace('.', '\\.')}`));
  expect(mail?.html).toContain('Sales tax (New York, 8.875%)');
  expect(mail?.html).toContain(`$${tax}`);
  expect((await shop.app.inject(`/api/orders/${order.statusToken}`)).json()).toMatchObject({
    tax,
    taxReason: { en: 'New York, 8.875%', es: 'Nueva York, 8.875 %' },
    totalAmount: total,
  });
  const csv = (await call('GET', '/api/admin/orders.csv')).body;
  expect(csv).toContain(`"${quoted.rates[0]?.amount}","${tax}","NY, 8.875 %","${total}"`);
  const lines = (await call('GET', '/api/admin/orders.csv?per=line')).body;
  expect(lines).toContain(`"${(detail.lines[0].taxCents / 100).toFixed(2)}"`);
});

test('without a registration there is no tax, and the order says so', async () => {
  await register({ state: 'TX' });
  const started = await startWith(await quote());
  expect(started.charge.tax).toBe('0.00');
  const order = await pay(started);
  expect(await detailOf(order.id)).toMatchObject({
    tax: '0.00',
    taxLines: [{ name: 'NY', rate: '0', amount: '0.00', reason: 'not_registered' }],
  });
  const mails = (await shop.deps.db.select().from(emails)).filter(({ orderId }) => orderId === order.id);
  for (const { text, html } of mails) expect(text + html).not.toContain('Sales tax');
});

describe('an address that is corrected after the purchase', () => {
  // Costs the same to ship to.
  const PHILADELPHIA = { addressLine1: '1 Market St', city: 'Philadelphia', state: 'PA', zipCode: '19103' };
  const OTHER_ZIP = { addressLine1: '2 Wall St', city: 'New York', state: 'NY', zipCode: '10005' };
  const byBuyer = async ({ statusToken }: { statusToken: string }, address: object) =>
    post(shop, `/api/orders/${statusToken}/address`, { ...address, addressLine2: null });
  const priceOf = async ({ id }: { id: string }, address: object) =>
    (await call('POST', `/api/admin/orders/${id}/shipping-price`, { ...address, addressLine2: null })).json();
  const buy = async () => pay(await startWith(await quote()));
  const move = async ({ id }: { id: string }, address: object, more: object = { acceptTax: true }) => {
    const { version } = await detailOf(id);
    const answer = await call('PATCH', `/api/admin/orders/${id}`, { ...address, ...more, version });
    expect(answer.statusCode).toBe(200);
  };

  test('a move into a state whose tax was not charged: refused to the buyer, confirmed by the owner', async () => {
    await register({ state: 'PA', rate: '6.625' });
    const order = await buy();
    expect(order.tax).toBe('0.00');
    const refused = await byBuyer(order, PHILADELPHIA);
    expect([refused.statusCode, refused.json().message]).toEqual([409, errorText('address_taxed', 'en')]);
    expect(refused.json().message).toContain('@');
    expect((await detailOf(order.id)).zipCode).toBe('10118');
    // 3 boxes at $19.99.
    expect((await priceOf(order, PHILADELPHIA)).tax).toEqual({ paid: '0.00', corrected: '3.97' });
    const { version } = await detailOf(order.id);
    const unasked = await call('PATCH', `/api/admin/orders/${order.id}`, { ...PHILADELPHIA, version });
    expect([unasked.statusCode, unasked.json().message]).toEqual([409, errorText('tax_not_accepted', 'en')]);
    const half = await call('PATCH', `/api/admin/orders/${order.id}`, {
      state: 'PA',
      zipCode: '19103',
      acceptTax: false,
      version,
    });
    expect(half.statusCode).toBe(409);
    expect(await detailOf(order.id)).toMatchObject({ version, zipCode: '10118' });
    await move(order, PHILADELPHIA);
    expect(await detailOf(order.id)).toMatchObject({
      tax: '0.00',
      totalAmount: order.totalAmount,
      taxLines: [{ name: 'NY', reason: 'not_registered', isFixed: true }],
    });
    const csv = (await call('GET', '/api/admin/orders.csv')).body;
    expect(csv).toContain('"not registered in NY; fixed at the purchase, before the address was corrected"');
  });

  test('a move out of a taxed state, or into another with the same rate, changes the tax', async () => {
    await register({ rate: '5' });
    const order = await buy();
    expect(order.tax).toBe('3.00');
    expect((await byBuyer(order, PHILADELPHIA)).statusCode).toBe(409);
    expect((await priceOf(order, PHILADELPHIA)).tax).toEqual({ paid: '3.00', corrected: '0.00' });
    await register({ state: 'PA', rate: '5' });
    expect((await byBuyer(order, PHILADELPHIA)).statusCode).toBe(409);
    expect((await priceOf(order, PHILADELPHIA)).tax).toEqual({ paid: '3.00', corrected: '3.00' });
    await move(order, PHILADELPHIA);
    const page = (await shop.app.inject(`/api/orders/${order.statusToken}`)).json();
    expect(page.taxReason.en).toBe('New York, 5%, as it was when you bought');
  });

  test('the paid tax counts, whatever the rate is now, and moving back needs no confirmation', async () => {
    const { id, version } = await register({ rate: '5' });
    const order = await buy();
    const other = await buy();
    await move(other, PHILADELPHIA);
    expect((await priceOf(other, OTHER_ZIP)).tax).toBeNull();
    await move(other, OTHER_ZIP, {});
    expect((await detailOf(other.id)).taxLines[0].isFixed).toBeUndefined();
    await call('PATCH', `${PATH}/${id}`, { rate: '8', version });
    expect((await priceOf(order, PHILADELPHIA)).tax).toEqual({ paid: '3.00', corrected: '0.00' });
    expect((await call('DELETE', `${PATH}/${id}?version=${version + 1}`)).statusCode).toBe(204);
    expect((await priceOf(order, PHILADELPHIA)).tax).toEqual({ paid: '3.00', corrected: '0.00' });
    expect((await byBuyer(order, PHILADELPHIA)).statusCode).toBe(409);
    // A registration entered late does not tax an earlier order.
    const untaxed = await buy();
    expect(untaxed.tax).toBe('0.00');
    await register({ rate: '5', since: '2020-01-01' });
    expect((await byBuyer(untaxed, PHILADELPHIA)).statusCode).toBe(200);
  });

  test('a rate applies from the start of its first day in the shop, to sales and their corrections', async () => {
    const today = shopDay(shop.clock.now());
    const inMinutes = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000);
    let minutes = 1;
    while (shopDay(inMinutes(minutes)) === today) minutes++;
    const since = shopDay(inMinutes(minutes));
    await register({ since });
    await register({ state: 'PA', rate: '6', since });
    shop.clock.advance((minutes - 1) * 60_000);
    const before = await buy();
    shop.clock.advance(60_000);
    const after = await buy();
    expect([before.tax, after.tax]).toEqual(['0.00', '5.32']);
    // The session of the day before has expired.
    call = await asAdmin(shop);
    expect((await detailOf(before.id)).taxLines).toMatchObject([{ reason: 'not_registered', rate: '0' }]);
    // Both are corrected after that day has begun.
    expect((await priceOf(before, PHILADELPHIA)).tax).toBeNull();
    await move(before, PHILADELPHIA, {});
    expect((await priceOf(after, PHILADELPHIA)).tax).toEqual({ paid: '5.32', corrected: '3.60' });
  });

  test('within the state, or between states without tax on the day of the order, it is the same', async () => {
    const early = await buy();
    expect((await byBuyer(early, PHILADELPHIA)).statusCode).toBe(200);
    const order = await buy();
    await register({ rate: '5' });
    await register({ state: 'PA', rate: '6.625', since: '2999-01-01' });
    const taxed = await buy();
    expect((await byBuyer(taxed, OTHER_ZIP)).statusCode).toBe(200);
    expect((await priceOf(taxed, OTHER_ZIP)).tax).toBeNull();
    expect((await detailOf(taxed.id)).taxLines[0].isFixed).toBeUndefined();
    expect((await byBuyer(order, OTHER_ZIP)).statusCode).toBe(200);
  });
});

test('packaged food is not taxed where it is exempt, and nothing before the first day', async () => {
  const { id } = await register({ taxesFood: false });
  const order = await pay(await startWith(await quote()));
  expect(await detailOf(order.id)).toMatchObject({ taxLines: [{ rate: '8.875', reason: 'nothing_taxed' }] });
  const tomorrow = new Date(shop.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  const version = (await read())?.version;
  await call('PATCH', `${PATH}/${id}`, { taxesFood: true, since: tomorrow, version });
  expect((await quote()).rates[0]?.tax).toBe('0.00');
  shop.clock.advance(3 * 86_400_000);
  expect((await quote()).rates[0]?.tax).toBe('5.32');
});

describe('a rate that changes (P32)', () => {
  test('a payment that has started is charged what its shopper saw', async () => {
    const { id, version } = await register();
    const started = await startWith(await quote());
    expect(started.charge.tax).toBe('5.32');
    await call('PATCH', `${PATH}/${id}`, { rate: '20', version });
    expect(await pay(started)).toMatchObject({ tax: '5.32', totalAmount: started.charge.totalAmount });
  });

  test('between quote and start: the answer has the new sum, which is shown before paying', async () => {
    const { id, version } = await register();
    const quoted = await quote();
    const attempt = randomUUID();
    const first = await startWith(quoted, 3, attempt);
    await call('PATCH', `${PATH}/${id}`, { rate: '10', version });
    const second = await startWith(quoted, 3, attempt);
    expect([first.charge.tax, second.charge.tax]).toEqual(['5.32', '6.00']);
    expect(second.clientSecret).not.toBe(first.clientSecret);
    expect(await pay(second)).toMatchObject({ tax: '6.00' });
  });
});

test('refunds line by line and of the shipping add up to exactly what was paid', async () => {
  await register({ taxesShipping: true });
  const { id, totalAmount } = await pay(await startWith(await quote()));
  let cents = 0;
  for (let i = 0; i < 3; i++) {
    const body = { lines: [{ id: 'box40', quantity: 1 }], notify: false };
    const answer = await call('POST', `/api/admin/orders/${id}/refunds`, body);
    cents += Math.round(Number(answer.json().amount) * 100);
  }
  const rest = await call('POST', `/api/admin/orders/${id}/refunds`, { shipping: true, notify: false });
  cents += Math.round(Number(rest.json().amount) * 100);
  expect((cents / 100).toFixed(2)).toBe(totalAmount);
  expect(await detailOf(id)).toMatchObject({ refundableAmount: '0.00' });
});

describe('a resale certificate', () => {
  const BODY = { certificate: '12-3456', certificateUntil: '2099-12-31' };
  const CERTIFICATE = { number: '12-3456', validUntil: '2099-12-31' };
  const back = (id: string, body: object, key: string = randomUUID()) =>
    call('POST', `/api/admin/orders/${id}/refunds`, { notify: false, ...body }, { 'idempotency-key': key });
  const bought = async () => {
    await register({ taxesShipping: true });
    return pay(await startWith(await quote()));
  };

  test('refunds exactly the tax, once per key, and the order gives the reason', async () => {
    const order = await bought();
    const key = randomUUID();
    const answers = await Promise.all([back(order.id, BODY, key), back(order.id, BODY, key)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
    expect(answers.map((answer) => answer.json().amount)).toEqual([order.tax, order.tax]);
    const detail = await detailOf(order.id);
    expect(detail.taxLines).toEqual([
      { name: 'NY', rate: '8.875', amount: order.tax, reason: 'exempt', certificate: CERTIFICATE },
    ]);
    expect(detail.refunds).toHaveLength(1);
    expect(detail.events.filter(({ kind }: { kind: string }) => kind === 'exempt')).toMatchObject([
      { detail: CERTIFICATE },
    ]);
    expect((await back(order.id, { ...BODY, certificate: 'another' }, key)).statusCode).toBe(409);
  });

  test('stays the reason after a correction of the address', async () => {
    const order = await bought();
    await back(order.id, BODY);
    const { version } = await detailOf(order.id);
    const address = { addressLine1: '1 Market St', city: 'Philadelphia', state: 'PA', zipCode: '19103' };
    await call('PATCH', `/api/admin/orders/${order.id}`, { ...address, acceptTax: true, version });
    const detail = await detailOf(order.id);
    expect([detail.zipCode, detail.taxLines[0].reason, detail.taxLines[0].isFixed]).toEqual([
      '19103',
      'exempt',
      undefined,
    ]);
    expect((await call('GET', '/api/admin/orders.csv')).body).toContain(
      '"exempt: resale certificate 12-3456; what was charged is given back"',
    );
  });

  test('later refunds contain no tax, to the cent', async () => {
    const order = await bought();
    await back(order.id, BODY);
    const boxes = await back(order.id, { lines: [{ id: 'box40', quantity: 3 }] });
    expect(boxes.json().amount).toBe('59.97');
    const shipping = await back(order.id, { shipping: true });
    expect(shipping.json().amount).toBe(order.shippingCost);
    expect(await detailOf(order.id)).toMatchObject({ refundableAmount: '0.00' });
  });

  test('is refused after another refund, without tax, when it had ended, and together with an amount', async () => {
    const order = await bought();
    const status = async (body: object) => (await back(order.id, body)).statusCode;
    expect(await status({ ...BODY, certificateUntil: '2020-01-01' })).toBe(400);
    expect(await status({ ...BODY, amount: '1.00' })).toBe(400);
    expect(await status({ certificate: '12-3456' })).toBe(400);
    expect(await status({ ...BODY, certificate: ' ' })).toBe(400);
    expect(await status({ amount: '1.00' })).toBe(201);
    expect(await status(BODY)).toBe(409);
    expect(await detailOf(order.id)).toMatchObject({ taxLines: [{ reason: 'registered' }] });
    await call('DELETE', `${PATH}/${(await read())?.id}`);
    const untaxed = await pay(await startWith(await quote()));
    expect((await back(untaxed.id, BODY)).statusCode).toBe(409);
  });

  test('is good on its last day, in the shop’s time zone', async () => {
    const order = await bought();
    const certificateUntil = shopDay(order.createdAt);
    expect((await back(order.id, { ...BODY, certificateUntil })).statusCode).toBe(201);
  });
});

describe('the admin', () => {
  test('adds, changes and removes states; each once', async () => {
    const made = await register();
    expect(made).toMatchObject({ state: 'NY', rate: '8.875', taxesShipping: false, taxesFood: true, version: 1 });
    expect((await call('POST', PATH, { state: 'NY', rate: '1' })).statusCode).toBe(409);
    const change = { rate: '4', version: made.version };
    expect((await call('PATCH', `${PATH}/${made.id}`, change)).json()).toMatchObject({ rate: '4', taxesFood: true });
    const stale = await call('PATCH', `${PATH}/${made.id}`, change);
    expect([stale.statusCode, stale.json().current.rate]).toEqual([409, '4']);
    expect((await call('DELETE', `${PATH}/${made.id}?version=${made.version}`)).statusCode).toBe(409);
    expect((await call('DELETE', `${PATH}/${made.id}`)).statusCode).toBe(204);
    expect(await read()).toBeUndefined();
  });

  test.each([
    [{ state: 'XX' }, 'state'],
    [{ since: '2026-02-30' }, 'since'],
  ])('refuses %j', async (fields, path) => {
    const answer = await call('POST', PATH, { state: 'NY', rate: '8', ...fields });
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path]);
  });

  test.each(['0', '31', '3.3125'])('explains a refused rate of %s as a tax rate', async (rate) => {
    const answer = await call('POST', PATH, { state: 'NJ', rate });
    expect([answer.statusCode, answer.json().issues]).toEqual([
      400,
      [{ path: 'rate', message: errorText('issue_tax_rate_invalid', 'en') }],
    ]);
    expect(answer.json().message).toMatch(/up to 30 percent, with at most three decimals/);
  });

  test('reads a rate as the form does, with a comma or a percent sign', async () => {
    expect((await call('POST', PATH, { state: 'NY', rate: '8,875 %' })).json()).toMatchObject({ rate: '8.875' });
  });
});
