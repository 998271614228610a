import { expect, test } from 'vitest';
import { freeShipping } from '#brand/shipping.ts';
import { brandSentences } from '#shared/content/brand-sentences.ts';
import { FREE_SERVICE_KEY, freeServiceName } from './free-service.ts';
import { isNamedFree, shippingMethodIn } from './names.ts';

const OWN = { en: 'On the house', es: 'Va por la casa' };
const own = freeServiceName((key, language) => (key === FREE_SERVICE_KEY ? OWN[language] : undefined));

test('free shipping has the owner’s name, else the brand’s', () => {
  expect(brandSentences()[FREE_SERVICE_KEY]).toEqual(freeShipping.service);
  expect(own).toEqual(OWN);
  expect(freeServiceName()).toEqual(freeShipping.service);
});

test('its name is in the reader’s language: the owner’s words, or the brand’s for an earlier order', () => {
  expect(shippingMethodIn(OWN.en, 'es', own)).toBe(OWN.es);
  expect(shippingMethodIn(freeShipping.service.en, 'es', own)).toBe(freeShipping.service.es);
  expect(shippingMethodIn(freeShipping.service.es, 'en')).toBe(freeShipping.service.en);
  expect(shippingMethodIn('Ground', 'es', own)).toBe('Ground');
  expect(shippingMethodIn(OWN.en, 'es')).toBe(OWN.en);
  for (const name of [OWN.es, freeShipping.service.en]) expect(isNamedFree(name, own)).toBe(true);
  expect([isNamedFree(OWN.es), isNamedFree('Ground', own)]).toEqual([false, false]);
});
