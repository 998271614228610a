import { expect, test } from 'vitest';
import { NO_ADDITIONS } from '#test/amounts.ts';
import { toShippingOptions } from './shipping-option.ts';

test('takes service, carrier, cents and days from the rate', () => {
  const rate = {
    servicelevel: { name: 'Priority Mail' },
    carrier: 'UPS',
    provider: 'x',
    amount: '8.95',
    estimated_days: 2,
  };
  expect(toShippingOptions([rate])).toEqual([
    { serviceName: 'Priority Mail', carrier: 'UPS', rateCents: 895, ...NO_ADDITIONS, estimatedDays: 2, isFree: false },
  ]);
});

test('fills in what the answer lacks: Standard Shipping, USPS, 5 days', () => {
  expect(toShippingOptions([{ amount: 3 }])).toEqual([
    {
      serviceName: 'Standard Shipping',
      carrier: 'USPS',
      rateCents: 300,
      ...NO_ADDITIONS,
      estimatedDays: 5,
      isFree: false,
    },
  ]);
});

test('accepts a service level as plain text, and the provider when there is no carrier', () => {
  expect(toShippingOptions([{ servicelevel: 'Ground', provider: 'FedEx', amount: '1.00' }])).toMatchObject([
    { serviceName: 'Ground', carrier: 'FedEx' },
  ]);
});

test('keeps the ids of quote and rate, and has none if the answer has none', () => {
  const quoted = { quoteId: 'a', rateId: '1' };
  expect(toShippingOptions([{ amount: 3, rateId: '1' }], 'a')).toMatchObject([{ quoted }]);
  expect(toShippingOptions([{ amount: 3 }], 'a')[0]?.quoted).toBeUndefined();
});

test('an amount of zero is free', () => {
  expect(toShippingOptions([{ amount: '0.00' }])).toMatchObject([{ rateCents: 0, isFree: true }]);
});

test.each([undefined, '', 'abc', '-1', 'NaN', '1e400', '1e-9', 1e-9, 0.001, '0.004', '0x0'])(
  'the amount %s is never made a free offer (I5)',
  (amount) => {
    expect(toShippingOptions([{ amount }])).toEqual([]);
  },
);

test('without rates there are no options', () => {
  expect(toShippingOptions(undefined)).toEqual([]);
});
