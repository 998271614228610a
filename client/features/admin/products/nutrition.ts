import { NUTRIENTS, type ProductFields, VITAMINS } from '#shared/products.ts';
import { numberText, parseNumber } from '../form/numbers.ts';

export type LabelRowId = (typeof NUTRIENTS)[number] | (typeof VITAMINS)[number];
/** `daily` is the daily value of 21 CFR 101.9(c), in the row's unit; rows without one print no percentage. */
type LabelRow = { unit: 'g' | 'mg' | 'mcg'; level: 0 | 1 | 2; daily?: number };

export const LABEL_ROWS: Readonly<Record<LabelRowId, LabelRow>> = {
  total_fat: { unit: 'g', level: 0, daily: 78 },
  saturated_fat: { unit: 'g', level: 1, daily: 20 },
  trans_fat: { unit: 'g', level: 1 },
  cholesterol: { unit: 'mg', level: 0, daily: 300 },
  sodium: { unit: 'mg', level: 0, daily: 2300 },
  carbs: { unit: 'g', level: 0, daily: 275 },
  fiber: { unit: 'g', level: 1, daily: 28 },
  sugars: { unit: 'g', level: 1 },
  added_sugars: { unit: 'g', level: 2, daily: 50 },
  protein: { unit: 'g', level: 0 },
  vitamin_d: { unit: 'mcg', level: 0, daily: 20 },
  calcium: { unit: 'mg', level: 0, daily: 1300 },
  iron: { unit: 'mg', level: 0, daily: 18 },
  potassium: { unit: 'mg', level: 0, daily: 4700 },
};

/** What is typed of a label; texts, so that nothing typed is lost. */
export type LabelValues = {
  servingSize: string;
  calories: string;
  amounts: Partial<Record<LabelRowId, string>>;
  percents: Partial<Record<LabelRowId, string>>;
};

/** The servings of a pack as they are typed; `count` is empty while they are worked out. */
export type ServingsValues = { count: string; isAbout: boolean };

/** The number in an amount, also of `less than 1 g`; `null` where there is none. */
export function amountOf(text: string | undefined): number | null {
  const [, number = ''] = /(\d*[.,]?\d+)/.exec(text ?? '') ?? [];
  return parseNumber(number);
}

/** An amount as the label prints it: a bare number gets the row's unit. */
export function printedAmount(id: LabelRowId, text: string): string {
  const bare = text.trim().replace(/(\d),(\d)/, '$1.$2');
  return /^(<\s*)?(\d*\.)?\d+$/.test(bare) ? `${bare} ${LABEL_ROWS[id].unit}` : bare;
}

/** The percentage of the daily value, by the rounding rules of 21 CFR 101.9(c)(8)(iii); `null` for a row without one. */
export function percentOf(id: LabelRowId, text: string): number | null {
  const { daily } = LABEL_ROWS[id];
  const amount = amountOf(text);
  if (daily === undefined || amount === null) return null;
  const percent = (amount / daily) * 100;
  if (!(VITAMINS as readonly string[]).includes(id)) return Math.round(percent);
  const step = percent <= 10 ? 2 : percent <= 50 ? 5 : 10;
  return Math.round(percent / step) * step;
}

export type LabelWarning =
  | { code: 'more_than'; part: LabelRowId; whole: LabelRowId }
  | { code: 'calories'; calories: number; expected: number };

/** Each part with the row that it is a part of. */
const PARTS = [
  ['saturated_fat', 'total_fat'],
  ['trans_fat', 'total_fat'],
  ['fiber', 'carbs'],
  ['sugars', 'carbs'],
  ['added_sugars', 'sugars'],
] as const;

/** What does not fit together on a label; it is pointed out and refused nowhere, since labels are rounded. */
export function checkLabel({ calories, amounts }: LabelValues): LabelWarning[] {
  const warnings: LabelWarning[] = [];
  for (const [part, whole] of PARTS) {
    const [of, all] = [amountOf(amounts[part]), amountOf(amounts[whole])];
    if (of !== null && all !== null && of > all) warnings.push({ code: 'more_than', part, whole });
  }
  const [fat, carbs, protein, typed] = [
    ...(['total_fat', 'carbs', 'protein'] as const).map((id) => amountOf(amounts[id])),
    parseNumber(calories),
  ];
  if (fat == null || carbs == null || protein == null || typed == null) return warnings;
  const expected = Math.round(9 * fat + 4 * carbs + 4 * protein);
  // Rounded grams alone make some 20 calories; fibre and sugar alcohols have fewer than 4 a gram.
  if (Math.abs(expected - typed) > Math.max(20, typed * 0.15)) {
    warnings.push({ code: 'calories', calories: typed, expected });
  }
  return warnings;
}

export function toLabelValues(nutrition: ProductFields['nutrition']): LabelValues {
  const rows = [...(nutrition?.nutrients ?? []), ...(nutrition?.vitamins ?? [])];
  return {
    servingSize: nutrition?.servingSize ?? '',
    calories: nutrition ? String(nutrition.calories) : '',
    amounts: Object.fromEntries(rows.map(({ id, amount }) => [id, amount])),
    percents: Object.fromEntries(
      rows.map(({ id, dailyPercent }) => [id, dailyPercent === null ? '' : `${dailyPercent}`]),
    ),
  };
}

export function toServingsValues(nutrition: ProductFields['nutrition']): ServingsValues {
  const { count = null, isAbout = false } = nutrition?.servings ?? {};
  return { count: numberText(count), isAbout };
}

/** The label as it is saved: the rows that have an amount. `null` while nothing is typed. */
export function toNutrition(
  { servingSize, calories, amounts, percents }: LabelValues,
  servings: ServingsValues,
): ProductFields['nutrition'] {
  const count = parseNumber(servings.count);
  const rowsOf = <Id extends LabelRowId>(ids: readonly Id[]) =>
    ids.flatMap((id) => {
      const amount = printedAmount(id, amounts[id] ?? '');
      const percent = LABEL_ROWS[id].daily === undefined ? null : parseNumber(percents[id] ?? '');
      return amount === '' ? [] : [{ id, amount, dailyPercent: percent, level: LABEL_ROWS[id].level }];
    });
  const nutrients = rowsOf(NUTRIENTS);
  const vitamins = rowsOf(VITAMINS).map(({ id, amount, dailyPercent }) => ({ id, amount, dailyPercent }));
  const isEmpty = [servingSize, servings.count, calories].join('').trim() === '';
  if (isEmpty && nutrients.length + vitamins.length === 0) return null;
  return {
    servingSize: servingSize.trim(),
    ...(count !== null && { servings: { count, isAbout: servings.isAbout } }),
    calories: parseNumber(calories) ?? 0,
    nutrients,
    vitamins,
  };
}
