import { expect, test } from 'vitest';
import { nutrition } from '#brand/nutrition.ts';
import { type LabelRowId, NUTRIENTS, VITAMINS } from '#shared/catalogue/label-rules.ts';
import { checkLabel, percentOf, printedAmount, toLabelValues, toNutrition, toServingsValues } from './nutrition.ts';

const NONE = toServingsValues(null);
const labels = Object.values(nutrition);

test('the brand’s labels come back as they were, with their own percentages, and fit together', () => {
  for (const label of labels) {
    const values = toLabelValues(structuredClone(label) as never);
    expect(toNutrition(values, NONE)).toEqual(label);
    expect(checkLabel(values)).toEqual([]);
    for (const { id, amount, dailyPercent } of [...label.nutrients, ...label.vitamins]) {
      expect(percentOf(id, amount), id).toBe(dailyPercent);
    }
  }
  expect(labels.length).toBeGreaterThan(0);
});

const typed = (amounts: Partial<Record<LabelRowId, string>>, calories = '150') => ({
  servingSize: '1 oz',
  calories,
  amounts: {
    total_fat: '6',
    saturated_fat: '2.5',
    carbs: '21',
    sugars: '11',
    added_sugars: '9',
    protein: '2',
    ...amounts,
  },
  percents: {},
});

test('a part that is larger than its whole is pointed out', () => {
  expect(checkLabel(typed({ saturated_fat: '7 g' }))).toEqual([
    { code: 'more_than', part: 'saturated_fat', whole: 'total_fat' },
  ]);
  expect(checkLabel(typed({ added_sugars: '12' }))).toEqual([
    { code: 'more_than', part: 'added_sugars', whole: 'sugars' },
  ]);
  expect(checkLabel(typed({ sugars: '22', added_sugars: '0' }))).toEqual([
    { code: 'more_than', part: 'sugars', whole: 'carbs' },
  ]);
  expect(checkLabel(typed({}))).toEqual([]);
});

test('calories far from four, four and nine a gram are pointed out, rounding is not', () => {
  expect(checkLabel(typed({}, '15'))).toEqual([{ code: 'calories', calories: 15, expected: 146 }]);
  expect(checkLabel(typed({}, '160'))).toEqual([]);
  expect(checkLabel(typed({ protein: '' }, '15'))).toEqual([]);
});

test('a bare number gets its unit, and "less than" the sign that both languages read', () => {
  expect(printedAmount('sodium', '130')).toBe('130 mg');
  expect(printedAmount('iron', '0,8')).toBe('0.8 mg');
  for (const typed of ['less than 1 g', 'Contains less than 1 g', 'menos de 1 g', '< 1', '<1']) {
    expect(printedAmount('fiber', typed), typed).toBe('<1 g');
  }
  expect(printedAmount('potassium', '1,200')).toBe('1200 mg');
  expect(percentOf('potassium', '1,200')).toBe(25);
  expect(percentOf('fiber', 'less than 1 g')).toBe(4);
  expect(percentOf('sugars', '11')).toBeNull();
});

test('an empty label is null; a partial one keeps what is typed', () => {
  const empty = toLabelValues(null);
  expect(toNutrition(empty, NONE)).toBeNull();
  expect(toNutrition({ ...empty, amounts: { sodium: '5' } }, NONE)).toMatchObject({
    nutrients: [{ id: 'sodium', amount: '5 mg' }],
    vitamins: [],
  });
  const stated = toNutrition(empty, { count: '3,5', isAbout: true });
  expect(stated?.servings).toEqual({ count: 3.5, isAbout: true });
  expect(toServingsValues(stated)).toEqual({ count: '3.5', isAbout: true });
  expect([NUTRIENTS.length, VITAMINS.length]).toEqual([10, 4]);
});
