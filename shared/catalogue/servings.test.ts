import { expect, test } from 'vitest';
import { nutrition as labels } from '#brand/nutrition.ts';
import { brandProducts } from './brand-products.ts';
import { missingFacts, type ProductFields } from './products.ts';
import { nearestServings, servingsOf } from './servings.ts';

const label = labels.single as NonNullable<ProductFields['nutrition']>;
const jar = { pieces: 1, pieceOz: 12, netWeightOz: 12, nutrition: { ...label, servingSize: '1 tbsp (20 g)' } };

test('the servings of a jar follow its weight, not the number of its pieces', () => {
  expect(servingsOf(jar)).toEqual({ count: 17, isAbout: true });
  const exact = { ...jar, netWeightOz: 20, nutrition: { ...label, servingSize: '1 cup (56.7 grams)' } };
  expect(servingsOf(exact)).toEqual({ count: 10, isAbout: false });
  const ounces = { ...jar, nutrition: { ...label, servingSize: '2 oz' } };
  expect(servingsOf(ounces)).toEqual({ count: 6, isAbout: false });
});

test('if each piece is one serving, the servings are the pieces', () => {
  for (const [id, product] of brandProducts()) {
    expect(servingsOf(product), id).toEqual({ count: product.pieces, isAbout: false });
  }
});

test('the owner’s number overrides the calculated one', () => {
  const servings = { count: 16, isAbout: false };
  expect(servingsOf({ ...jar, nutrition: { ...jar.nutrition, servings } })).toEqual(servings);
});

test.each([
  [0.4, 1],
  [1.4, 1],
  [1.6, 2],
  [2.2, 2],
  [2.3, 2.5],
  [3.5, 3.5],
  [4.8, 5],
  [5.4, 5],
  [17.0097, 17],
])('%d servings are printed as %d (21 CFR 101.9(b)(8)(i))', (exact, told) => {
  expect(nearestServings(exact)).toBe(told);
});

test.each([
  ['1 pc. (28.35g)', 12],
  ['1 tbsp (20,25 gramos)', 17],
  ['2 oz', 6],
  ['1 1/2 oz (42.525 g)', 8],
])('a serving of %s is read', (servingSize, count) => {
  expect(servingsOf({ ...jar, nutrition: { ...label, servingSize } })?.count).toBe(count);
});

test.each(['1 cup', '8 fl oz (240 mL)', '250 mg', '1/2 oz', '1½ oz', ''])(
  '"%s" has no weight: the servings are asked for',
  (servingSize) => {
    const nutrition = { ...label, servingSize };
    expect(servingsOf({ ...jar, nutrition })).toBeNull();
    const [box] = brandProducts().values();
    if (!box) throw new Error('The brand has no product');
    expect(missingFacts({ ...box, nutrition })).toEqual(['nutrition.servings.count']);
    const servings = { count: 3, isAbout: false };
    expect(missingFacts({ ...box, nutrition: { ...nutrition, servings } })).toEqual([]);
  },
);
