import { LABEL_ROWS, type LabelRowId, NUTRIENTS, nearestPercent, VITAMINS } from '#shared/catalogue/label-rules.ts';
import type { ProductFields } from '#shared/catalogue/products.ts';
import { numberText, parseNumber } from '../kit/form/numbers.ts';

/** The typed values of a label, as texts, so that nothing typed is lost. */
export type LabelValues = {
  servingSize: string;
  calories: string;
  amounts: Partial<Record<LabelRowId, string>>;
  percents: Partial<Record<LabelRowId, string>>;
};

/** The typed servings of a pack; `count` is empty while they are calculated. */
export type ServingsValues = { count: string; isAbout: boolean };

/** `2,5` becomes 2.5, and `1,200` becomes 1200. */
const withPoint = (text: string) =>
  text.replace(/\b[1-9]\d{0,2}(?:,\d{3})+\b/, (number) => number.replaceAll(',', '')).replace(/(\d),(\d)/, '$1.$2');

/** The number in an amount, including `less than 1 g`; `null` if there is none. */
export function amountOf(text: string | undefined): number | null {
  const [number = ''] = /\d*\.?\d+/.exec(withPoint(text ?? '')) ?? [];
  return parseNumber(number);
}

/**
 * An amount as printed on the label: a bare number gets the row's unit, and "less than" its sign (21 CFR
 * 101.9(d)(7)(i)), because the label is the same in all languages.
 */
export function printedAmount(id: LabelRowId, text: string): string {
  const bare = withPoint(text.trim()).replace(/^(?:(?:contains |contiene )?(?:less than|menos de)|<)\s*/i, '<');
  return /^<?(\d*\.)?\d+$/.test(bare) ? `${bare} ${LABEL_ROWS[id].unit}` : bare;
}

/** The percentage of the daily value; `null` for a row without one. */
export function percentOf(id: LabelRowId, text: string): number | null {
  const { daily } = LABEL_ROWS[id];
  const amount = amountOf(text);
  return daily === undefined || amount === null ? null : nearestPercent(id, (amount / daily) * 100);
}

export type LabelWarning =
  | { code: 'more_than'; part: LabelRowId; whole: LabelRowId }
  | { code: 'calories'; calories: number; expected: number };

/** Each part with the row that contains it. */
const PARTS = [
  ['saturated_fat', 'total_fat'],
  ['trans_fat', 'total_fat'],
  ['fiber', 'carbs'],
  ['sugars', 'carbs'],
  ['added_sugars', 'sugars'],
] as const;

/** Contradictions on a label. They are only warnings, because each value was rounded separately. */
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
  // Rounded grams alone cause some 20 calories; fibre and sugar alcohols have fewer than 4 a gram.
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

/** The label as saved: the rows with an amount. `null` while nothing is typed. */
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
