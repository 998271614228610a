import { expect, test } from 'vitest';
import { nutrition as labels } from '#brand/nutrition.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { type LabelRowId, labelFaults, NUTRIENTS } from './label-rules.ts';
import { type ProductFields, productInputSchema } from './products.ts';

type Label = NonNullable<ProductFields['nutrition']>;
const blank: Label = { servingSize: '1 oz (28 g)', calories: 100, nutrients: [], vitamins: [] };

function withRow(id: LabelRowId, amount: string, dailyPercent: number | null = null): Label {
  const nutrient = NUTRIENTS.find((each) => each === id);
  if (nutrient) return { ...blank, nutrients: [{ id: nutrient, amount, dailyPercent, level: 0 }] };
  return { ...blank, vitamins: [{ id: id as Label['vitamins'][number]['id'], amount, dailyPercent }] };
}
/** The nearest values that the rules allow on the label. */
const nearestIn = (label: Label) => labelFaults(label).map(({ values }) => values.nearest);

test('the labels of the brand follow the rules', () => {
  for (const label of Object.values(labels)) expect(labelFaults(label as Label)).toEqual([]);
  expect(Object.keys(labels).length).toBeGreaterThan(0);
});

// Ordered by the paragraphs of 21 CFR 101.9.
test.each<[LabelRowId, string, string]>([
  // (c)(2)
  ['total_fat', '0.4 g', '0 g'],
  ['total_fat', '0.6 g', '0.5 g'],
  ['saturated_fat', '2.3 g', '2.5 g'],
  ['trans_fat', '4.8 g', '5 g'],
  ['total_fat', '5.5 g', '6 g'],
  ['total_fat', '<0.5 g', '0 g'],
  // (c)(3)
  ['cholesterol', '1 mg', '0 mg'],
  ['cholesterol', '2 mg', '<5 mg'],
  ['cholesterol', '4.9 mg', '<5 mg'],
  ['cholesterol', '6 mg', '5 mg'],
  ['cholesterol', '13 mg', '15 mg'],
  // (c)(4)
  ['sodium', '4 mg', '0 mg'],
  ['sodium', '132 mg', '130 mg'],
  ['sodium', '142 mg', '140 mg'],
  ['sodium', '145 mg', '150 mg'],
  // (c)(6), (c)(7)
  ['carbs', '0.4 g', '0 g'],
  ['fiber', '0.5 g', '<1 g'],
  ['sugars', '0.9 g', '<1 g'],
  ['added_sugars', '1.4 g', '1 g'],
  ['protein', '10.5 g', '11 g'],
  ['protein', '<2 g', '2 g'],
  // (c)(8)(iii)
  ['iron', '0.85 mg', '0.9 mg'],
  ['potassium', '40.12 mg', '40.1 mg'],
  // (d)(7)(i): with its unit
  ['sodium', '130', '130 mg'],
  ['fiber', 'less than 1', '<1 g'],
])('%s cannot be %s: the nearest is %s', (id, amount, nearest) => {
  expect(labelFaults(withRow(id, amount))).toMatchObject([{ code: 'label_value', values: { value: amount, nearest } }]);
  expect(labelFaults(withRow(id, nearest))).toEqual([]);
});

test.each<[LabelRowId, string]>([
  ['total_fat', '0.5 g'],
  ['total_fat', '4.5 g'],
  ['total_fat', '6g'],
  ['cholesterol', 'less than 5 mg'],
  ['sodium', '140 mg'],
  ['sodium', '1,150 mg'],
  ['fiber', 'Contains less than 1 gram'],
  ['protein', '<1 g'],
  ['vitamin_d', '0.1 mcg'],
  ['potassium', '40 mg'],
])('%s can be %s', (id, amount) => {
  expect(labelFaults(withRow(id, amount))).toEqual([]);
});

test.each(['trace', '6 mg', '-1 g', '1 g of fat', ''])(
  'an amount of fat such as "%s" is asked for in grams',
  (amount) => {
    const fault = { path: ['nutrients', 0, 'amount'], code: 'label_amount', values: { unit: 'g' } };
    expect(labelFaults(withRow('total_fat', amount))).toEqual([fault]);
  },
);

test.each([
  [4, '0'],
  [48, '50'],
  [52, '50'],
  [55, '60'],
  [152, '150'],
  [99.5, '100'],
])('%d calories are printed as %s, (c)(1)', (calories, nearest) => {
  expect(nearestIn({ ...blank, calories })).toEqual([nearest]);
});

test('daily percentages are whole, and coarser for vitamins', () => {
  expect(nearestIn(withRow('sodium', '130 mg', 5.7))).toEqual(['6']);
  expect(labelFaults(withRow('sodium', '130 mg', 7))).toEqual([]);
  const told = ([1.2, 7, 13, 48, 54] as const).map((percent) => nearestIn(withRow('calcium', '50 mg', percent))[0]);
  expect(told).toEqual(['2', '8', '15', '50', '50']);
  for (const percent of [0, 2, 10, 15, 50, 60]) expect(labelFaults(withRow('iron', '2 mg', percent))).toEqual([]);
});

test('stated servings are halves from 2 to 5, otherwise whole, (b)(8)(i)', () => {
  const stated = (count: number) => nearestIn({ ...blank, servings: { count, isAbout: true } });
  expect([0, 1.4, 2.3, 5.5, 17.3].map((count) => stated(count)[0])).toEqual(['1', '1', '2.5', '6', '17']);
  for (const count of [1, 2.5, 5, 17]) expect(stated(count)).toEqual([]);
});

test('a refused product is reported with the field and the nearest allowed value', () => {
  const nutrition = { ...withRow('sodium', '142 mg', 6), calories: 152 };
  const { error } = productInputSchema.safeParse({ nutrition });
  expect(error?.issues).toMatchObject([
    { path: ['nutrition', 'calories'], message: issueMessage('label_value', { value: '152', nearest: '150' }) },
    {
      path: ['nutrition', 'nutrients', 0, 'amount'],
      message: issueMessage('label_value', { value: '142 mg', nearest: '140 mg' }),
    },
  ]);
  expect(productInputSchema.safeParse({ nutrition: null }).success).toBe(true);
});
