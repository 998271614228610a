import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderTaxes, taxCentsOf } from '#shared/tax/tax.ts';
import { aNewYorkAddress } from '#test/makers.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import type { TaxedSale, TaxProvider } from './provider.ts';
import { stripeTaxes } from './stripe-taxes.ts';
import { tableTaxes } from './table-taxes.ts';

/* What the shop relies on, whoever calculates the tax. A new implementation is one more entry in IMPLEMENTATIONS. */

const RULE = { rateMilli: 8875, taxesShipping: true, taxesFood: true };
const FOOD = 'txcd_40040000';
const SWEETS = 'txcd_40060003';
const LINES = [
  { id: 'box40', priceCents: 1999, quantity: 3, taxCode: FOOD },
  { id: 'cookies', priceCents: 1000, quantity: 1, taxCode: SWEETS },
];

type Subject = { provider: TaxProvider; taxesFood(isTaxed: boolean): void; close(): Promise<void> };
let rule: TaxedSale['rule'];

async function table(): Promise<Subject> {
  rule = RULE;
  return {
    provider: tableTaxes(),
    taxesFood: (taxesFood) => {
      rule = { ...RULE, taxesFood };
    },
    close: async () => {},
  };
}

async function stripe(): Promise<Subject> {
  const standIn = await StripeStandIn.start();
  const { secretKey, publishableKey } = standIn.keys;
  const registration = { percent: 8.875, taxesShipping: true, taxesFood: true };
  standIn.tax.registrations.set('NY', registration);
  return {
    provider: stripeTaxes({
      secretKey,
      publishableKey,
      webhookSecrets: [],
      isAccountShared: false,
      apiUrl: standIn.url,
    }),
    taxesFood: (taxesFood) => standIn.tax.registrations.set('NY', { ...registration, taxesFood }),
    close: () => standIn.close(),
  };
}

const IMPLEMENTATIONS = { table, stripe };

describe.each(Object.entries(IMPLEMENTATIONS))('%s', (name, start) => {
  let subject: Subject;
  let provider: TaxProvider;
  beforeAll(async () => {
    subject = await start();
    ({ provider } = subject);
  });
  afterAll(() => subject.close());

  const saleOf = (change: Partial<TaxedSale> = {}): TaxedSale => ({
    lines: LINES,
    discountCents: 0,
    address: aNewYorkAddress(),
    rule,
    ...change,
  });
  const estimate = async (change: Partial<TaxedSale> = {}, shippingCents = 900): Promise<OrderTaxes> => {
    const [taxes] = await provider.estimate(saleOf(change), [shippingCents]);
    if (!taxes) throw new Error('There is no estimate');
    return taxes;
  };
  const reference = randomUUID;
  const calculationOf = ({ calculationId }: OrderTaxes) => calculationId ?? 'none';

  test('has the name that the settings use', () => expect(provider.name).toBe(name));

  test('taxes lines and shipping in cents, in the order of the lines', async () => {
    const taxes = await estimate();
    expect(taxes).toMatchObject({ items: [532, 89], shipping: 80, line: { name: 'NY', rate: '8.875' } });
    expect(taxCentsOf(taxes)).toBe(Math.round((5997 + 1000 + 900) * 0.08875));
  });

  test('deducts the discount first, spread over the lines', async () => {
    expect(taxCentsOf(await estimate({ discountCents: 1000 }, 0))).toBe(Math.round((6997 - 1000) * 0.08875));
  });

  test('answers each cost of shipping, in their order', async () => {
    const costs = [900, 0, 1800];
    const answers = await provider.estimate(saleOf(), costs);
    const alone = await Promise.all(costs.map((cents) => estimate({}, cents)));
    expect(answers.map(({ shipping }) => shipping)).toEqual([80, 0, 160]);
    expect(alone.map(({ items }) => items)).toEqual(answers.map(({ items }) => items));
    for (const [i, each] of alone.entries())
      expect(Math.abs(each.shipping - (answers[i]?.shipping ?? 0))).toBeLessThan(2);
  });

  test('food that is exempt has none, and says why', async () => {
    subject.taxesFood(false);
    const food = LINES.slice(0, 1);
    expect(await estimate({ lines: food })).toMatchObject({ items: [0], line: { reason: 'nothing_taxed' } });
    expect((await estimate()).items).toEqual([0, 89]);
    subject.taxesFood(true);
  });

  test('a state without registration has none, and says why', async () => {
    const address = aNewYorkAddress({ state: 'OR', zipCode: '97001' });
    expect(await estimate({ address, rule: null })).toMatchObject({
      items: [0, 0],
      shipping: 0,
      line: { name: 'OR', rate: '0', reason: 'not_registered' },
    });
  });

  test('a gift has no tax', async () => {
    const lines = LINES.slice(0, 1);
    expect(await estimate({ lines, discountCents: 5997 })).toMatchObject({
      items: [0],
      shipping: 0,
      line: { reason: 'nothing_taxed' },
    });
  });

  test('commits once per reference, however often it is repeated', async () => {
    const calculationId = calculationOf(await estimate());
    const sale = { reference: reference(), calculationId };
    const answers = await Promise.all([provider.commit(sale), provider.commit(sale)]);
    expect(answers[0]?.kind).toBe('done');
    expect(answers[1]).toEqual(answers[0]);
    expect(await provider.commit(sale)).toEqual(answers[0]);
  });

  test('reverses parts of a record, and a whole one, each once', async () => {
    const commit = async () => {
      const answer = await provider.commit({ reference: reference(), calculationId: calculationOf(await estimate()) });
      if (answer.kind !== 'done') throw new Error(answer.code);
      return answer.transactionId;
    };
    const part = { reference: reference(), transactionId: await commit(), amountCents: 1000 };
    const [first, again] = [await provider.refund(part), await provider.refund(part)];
    expect(first.kind).toBe('done');
    expect(again).toEqual(first);
    expect((await provider.refund({ ...part, reference: reference() })).kind).toBe('done');
    expect((await provider.void({ reference: reference(), transactionId: await commit() })).kind).toBe('done');
  });
});
