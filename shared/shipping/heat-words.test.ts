import { expect, test } from 'vitest';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { localized } from '#test/localized.ts';
import { heatSentences } from './heat-words.ts';
import type { HeatRule } from './rules.ts';

const products = [
  { id: 'one', name: localized('Pink box', 'Caja rosada') },
  { id: 'two', name: localized('Big box', 'Caja grande') },
];
const say = (changes: Partial<HeatRule>, language: 'en' | 'es' = 'en') => {
  const rule = { products: [], months: [6, 7, 8, 9], states: [], isEarlyWeek: false, isFast: false, isHeld: false };
  return heatSentences([{ ...rule, ...changes }], products, language)[0];
};

test.each([
  [
    { isEarlyWeek: true, isFast: true, states: ['TX', 'AZ'] },
    'From June to September we ship boxes to Arizona and Texas only from Monday to Wednesday and only by services of 2 days or less, because of the heat.',
    'De junio a septiembre, por el calor, enviamos cajas a Arizona y Texas solo de lunes a miércoles y solo por servicios de 2 días o menos.',
  ],
  [
    { isFast: true, months: [8, 7], products: ['two', 'one'] },
    'In July and August we ship Pink box and Big box only by services of 2 days or less, because of the heat.',
    'En julio y agosto, por el calor, enviamos Caja rosada y Caja grande solo por servicios de 2 días o menos.',
  ],
  [
    // Held comes first, as in the checkout.
    { isHeld: true, isFast: true, months: [7], states: ['FL'], products: ['two', 'one', 'gone'] },
    'In July we do not ship Pink box or Big box to Florida, because of the heat.',
    'En julio, por el calor, no enviamos Caja rosada o Caja grande a la Florida.',
  ],
  [
    { isHeld: true, months: [12, 11, 1, 2] },
    'From November to February we do not ship boxes, because of the heat.',
    'De noviembre a febrero, por el calor, no enviamos cajas.',
  ],
  [
    { isEarlyWeek: true, months: [1, 6, 7], states: US_STATE_CODES.filter((code) => !['AK', 'HI'].includes(code)) },
    'In January, June, and July we ship boxes to the lower 48 states only from Monday to Wednesday, because of the heat.',
    'En enero, junio y julio, por el calor, enviamos cajas a los 48 estados continentales solo de lunes a miércoles.',
  ],
  [
    { isHeld: true, months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
    'All year we do not ship boxes, because of the heat.',
    'Todo el año, por el calor, no enviamos cajas.',
  ],
] as [Partial<HeatRule>, string, string][])('a rule in plain words: %o', (rule, en, es) => {
  expect([say(rule), say(rule, 'es')]).toEqual([en, es]);
});

test('a rule only for products not on sale gives no sentence', () => {
  expect(say({ isHeld: true, products: ['gone'] })).toBeUndefined();
  expect(heatSentences([], products, 'en')).toEqual([]);
});
