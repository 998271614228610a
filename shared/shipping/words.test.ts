import { expect, test } from 'vitest';
import { STATE_NAMES } from '#brand/state-names.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { isFreeShipping } from './free-shipping.ts';
import { businessDaysToShip } from './promises.ts';
import { shipDaysText } from './public-shipping.ts';
import { brandShippingRules, type ShippingRules } from './rules.ts';
import { normalizeState } from './shipping.ts';
import { freeOrdersText, poundsText, statesText } from './words.ts';

const { free, calendar } = brandShippingRules;
const { shipDays, cutOff, handlingDays } = calendar;
const ALL = US_STATE_CODES;

test('states have names in both languages, in the form used within a sentence', () => {
  expect(statesText(['FL'], 'en')).toBe('Florida');
  expect(statesText(['FL', 'GA'], 'es')).toBe('la Florida y Georgia');
  expect(statesText(['FL', 'GA', 'NY'], 'en')).toBe('Florida, Georgia, and New York');
  expect(statesText(['FL', 'IL'], 'es')).toBe('la Florida e Illinois');
  expect(statesText(ALL.slice(0, 9), 'es')).toBe('9 estados');
  const mainland = ALL.filter((code) => code !== 'AK' && code !== 'HI');
  for (const codes of [mainland, mainland.filter((code) => code !== 'DC')]) {
    expect(statesText(codes, 'en')).toBe('the lower 48 states');
  }
});

test('orders that ship free are described by amount and weight, if the rule has them', () => {
  const orders = (changes: object, language: 'en' | 'es' = 'en') =>
    freeOrdersText({ free: { ...free, ...changes } }, language);
  expect(orders({ overCents: 3050 })).toBe('orders over $30.50');
  expect(orders({ overCents: 0 }, 'es')).toBe('todos los pedidos');
  expect(orders({ overCents: 0, upToOz: 24 })).toBe('orders up to 1.5 lb');
  expect(orders({ overCents: 3000, upToOz: 320 }, 'es')).toBe('pedidos de más de $30 y de hasta 20 lb');
  expect([16, 320, 100].map(poundsText)).toEqual(['1 lb', '20 lb', '6.25 lb']);
});

test('packing takes from the least to the most days among a week of orders', () => {
  const days = (changes: object) => businessDaysToShip({ ...calendar, closedDays: [], ...changes });
  expect(businessDaysToShip(calendar)).toEqual([1, 2]);
  expect(days({ handlingDays: 0 })).toEqual([1, 1]);
  expect(days({ handlingDays: 3 })).toEqual([3, 4]);
  // Mondays only: an order after Monday's cut-off counts from the next Monday and leaves a week later.
  expect(days({ shipDays: [1] })[1]).toBe(10);
  expect([shipDays.length, cutOff, handlingDays]).toEqual([5, '14:00', 1]);
  expect(shipDaysText({ calendar: { ...calendar, handlingDays: 0 } })).toEqual({
    en: '1 business day',
    es: '1 día laborable',
  });
});

test('every state is recognized by code and name, and free shipping needs both state and ZIP', () => {
  for (const code of US_STATE_CODES) {
    for (const name of [code, code.toLowerCase(), ...Object.values<string>(STATE_NAMES[code])]) {
      expect(normalizeState(name), name).toBe(code);
    }
  }
  const parcel = { subtotalCents: 2501, weightOz: 50 };
  const rule: ShippingRules['free'] = { ...free, states: ['GA', 'TX'] };
  expect(isFreeShipping(rule, parcel, { state: 'Georgia', zipCode: '30303' })).toBe(true);
  expect(isFreeShipping(rule, parcel, { state: 'TX', zipCode: '73301' })).toBe(true);
  expect(isFreeShipping(rule, parcel, { state: 'TX', zipCode: '30303' })).toBe(false);
  expect(isFreeShipping(rule, parcel, { state: 'FL', zipCode: '33010' })).toBe(false);
  expect(isFreeShipping({ ...rule, upToOz: 49 }, parcel, { state: 'GA', zipCode: '30303' })).toBe(false);
});
