import { expect, test } from 'vitest';
import { brandProducts } from '#shared/catalogue/brand-products.ts';
import { missingFacts } from '#shared/catalogue/products.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { localized } from '#test/localized.ts';
import { renamed, toFields, toValues } from './values.ts';

test('a product that is read into the form and out of it is the same, and lacks nothing', () => {
  for (const [id, product] of brandProducts()) {
    const { state, pictures, ...rest } = product;
    const { fields, errors } = toFields(toValues(product));
    expect(fields, id).toEqual(rest);
    expect(errors).toEqual({});
    expect(missingFacts({ ...fields, pictures, state })).toEqual([]);
  }
});

test('an empty form is an empty product: missing facts are listed, nothing is refused', () => {
  const { fields, errors } = toFields(toValues());
  expect(errors).toEqual({});
  expect(fields).toMatchObject({ priceCents: null, allergens: null, nutrition: null, parcelInches: null, images: [] });
});

test('what cannot be saved is named at its field', () => {
  const values = {
    ...toValues(),
    price: 'twenty',
    pieces: '1.5',
    gtin: '200000040018',
    parcel: { length: '12', width: '', height: '6' },
    slug: localized('Böx', ''),
    servings: { count: 'many', isAbout: false },
    label: { servingSize: '1 oz', calories: '', amounts: {}, percents: { total_fat: 'x' } },
  };
  expect(toFields(values).errors).toMatchObject({
    priceCents: 'price_invalid',
    pieces: 'invalid',
    gtin: 'gtin_invalid',
    parcelInches: 'required',
    'slug.en': 'slug_invalid',
    nutrition: 'label_percent',
    'nutrition.servings.count': 'invalid',
  });
  expect(toFields({ ...values, gtin: '2000 0004 0017' }).errors.gtin).toBeUndefined();
});

test('a value that no label may say is named at its row, with the nearest that it may', () => {
  const [box] = [...brandProducts().values()].map(toValues);
  if (!box) throw new Error('The brand has no product');
  const amounts = { ...box.label.amounts, sodium: '142', fiber: 'some' };
  const percents = { ...box.label.percents, iron: '5' };
  const label = { ...box.label, calories: '152.5', amounts, percents };
  const nearest = (value: string, told: string) => issueMessage('label_value', { value, nearest: told });
  expect(toFields({ ...box, label, servings: { count: '39.5', isAbout: true } }).errors).toEqual({
    'nutrition.servings.count': nearest('39.5', '40'),
    'nutrition.calories': nearest('152.5', '150'),
    'nutrition.nutrients.4.amount': nearest('142 mg', '140 mg'),
    'nutrition.nutrients.6.amount': issueMessage('label_amount', { unit: 'g' }),
    'nutrition.vitamins.2.dailyPercent': nearest('5', '6'),
  });
});

test('species belong to allergens that are chosen', () => {
  const both = localized('almond', 'almendra');
  const values = { ...toValues(), allergenSpecies: { treeNuts: both, fish: both }, allergens: ['treeNuts'] as const };
  expect(toFields(values).fields.allergenSpecies).toEqual({ treeNuts: both });
});

test('the address follows the name until somebody writes another', () => {
  let values = { name: localized('', ''), slug: localized('', '') };
  values = renamed(values, 'en', 'Box of');
  values = renamed(values, 'en', 'Box of mango');
  values = renamed(values, 'es', 'Caja de mangó');
  expect(values.slug).toEqual(localized('box-of-mango', 'caja-de-mango'));
  values = renamed({ ...values, slug: { ...values.slug, en: 'mango' } }, 'en', 'Mango box');
  expect(values.slug.en).toBe('mango');
});
