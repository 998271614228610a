import { expect, test } from 'vitest';
import { ruleWords } from '#brand/rule-words.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { publicShipping, shipDaysText } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { shippingPriceText } from '#shared/shipping/words.ts';
import { taxReasonText } from '#shared/tax/words.ts';
import { ruleSentences, ruleText } from './rule-words.ts';
import { RULE_KEY } from './text-keys.ts';

const own = (key: string) => `<${key}>{amount}{state}{why}{least}`;

test('every rule text has a unique key, and the owner’s wording replaces it, filled in once', () => {
  const keys = Object.keys(ruleSentences());
  expect(new Set(keys).size).toBe(Object.keys(ruleWords).length);
  expect(keys.every((key) => key.startsWith(RULE_KEY) && /^[a-z0-9_]+$/.test(key))).toBe(true);
  expect(keys).toContain('rule_orders_over');
  for (const language of LANGUAGES) {
    const values = { amount: '{state}', state: 'TX' };
    expect(ruleText('ordersOver', language, { values, own })).toBe('<rule_orders_over>{state}TX{why}{least}');
    expect(ruleText('ordersOver', language, { values: { amount: '$9' } })).toBe(
      ruleWords.ordersOver[language].replace('{amount}', '$9'),
    );
  }
});

test('pages describe shipping and the reason of a tax in the owner’s words', () => {
  const { free } = brandShippingRules;
  const rules = { ...brandShippingRules, free: { ...free, isOn: true, overCents: 3000, upToOz: null } };
  const shipping = publicShipping(rules, [], own);
  expect(shipping.free?.orders.es).toMatch(/^<rule_orders_over>\$30/);
  expect(shipping.shipDays.en).toMatch(/^<rule_day/);
  expect(shipDaysText(rules, own)).toEqual(shipping.shipDays);
  expect(shippingPriceText(rules, 'en', own)).toContain('<rule_price_free>');
  expect(shippingPriceText({ free: { ...free, isOn: false } }, 'en', own)).toContain('<rule_price>');
  const line = { name: 'TX', rate: '8.25', amount: '1.00', reason: 'rated', isFixed: true } as never;
  expect(taxReasonText(line, 'es', own)).toBe(
    '<rule_tax_fixed>{amount}{state}<rule_tax_rated>{amount}Texas{why}{least}{least}',
  );
  const exempt = { name: 'TX', rate: '8.25', amount: '1.00', reason: 'exempt' } as never;
  expect(taxReasonText(exempt, 'es', own)).toContain('<rule_tax_exempt>');
});
