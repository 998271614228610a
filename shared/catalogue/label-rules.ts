import { nearestServings, type Servings } from './servings.ts';

/** The rows of a label, in the order of 21 CFR 101.9. */
export const NUTRIENTS = [
  'total_fat',
  'saturated_fat',
  'trans_fat',
  'cholesterol',
  'sodium',
  'carbs',
  'fiber',
  'sugars',
  'added_sugars',
  'protein',
] as const;
export const VITAMINS = ['vitamin_d', 'calcium', 'iron', 'potassium'] as const;
export type LabelRowId = (typeof NUTRIENTS)[number] | (typeof VITAMINS)[number];

/**
 * Rounds to zero below `zeroBelow`, to "less than" below `lessThan`, otherwise to the step of the first range that
 * reaches the value. Paragraphs are those of 21 CFR 101.9; where it says "may", both forms are accepted.
 */
type Rounding = {
  zeroBelow?: number;
  lessThan?: number;
  steps: readonly (readonly [upTo: number, step: number])[];
};
const MORE = Number.POSITIVE_INFINITY;
/** (c)(1) */
const CALORIES: Rounding = {
  zeroBelow: 5,
  steps: [
    [50, 5],
    [MORE, 10],
  ],
};
/** (c)(2) */
const FAT: Rounding = {
  zeroBelow: 0.5,
  steps: [
    [5, 0.5],
    [MORE, 1],
  ],
};
/** (c)(3) */
const CHOLESTEROL: Rounding = { zeroBelow: 2, lessThan: 5, steps: [[MORE, 5]] };
/** (c)(4) */
const SODIUM: Rounding = {
  zeroBelow: 5,
  steps: [
    [140, 5],
    [MORE, 10],
  ],
};
/** (c)(6) and (c)(7) */
const GRAMS: Rounding = { zeroBelow: 0.5, lessThan: 1, steps: [[MORE, 1]] };
/** (c)(8)(iii): whole units, or tenths where these are too coarse. */
const VITAMIN: Rounding = { steps: [[MORE, 0.1]] };
/** (d)(7)(ii) */
const PERCENT: Rounding = { steps: [[MORE, 1]] };
/** (c)(8)(iii) */
const VITAMIN_PERCENT: Rounding = {
  steps: [
    [10, 2],
    [50, 5],
    [MORE, 10],
  ],
};

/** `daily` is the daily value of 21 CFR 101.9(c), in the row's unit; rows without it print no percentage. */
type LabelRow = { unit: 'g' | 'mg' | 'mcg'; level: 0 | 1 | 2; rounding: Rounding; daily?: number };

export const LABEL_ROWS: Readonly<Record<LabelRowId, LabelRow>> = {
  total_fat: { unit: 'g', level: 0, rounding: FAT, daily: 78 },
  saturated_fat: { unit: 'g', level: 1, rounding: FAT, daily: 20 },
  trans_fat: { unit: 'g', level: 1, rounding: FAT },
  cholesterol: { unit: 'mg', level: 0, rounding: CHOLESTEROL, daily: 300 },
  sodium: { unit: 'mg', level: 0, rounding: SODIUM, daily: 2300 },
  carbs: { unit: 'g', level: 0, rounding: GRAMS, daily: 275 },
  fiber: { unit: 'g', level: 1, rounding: GRAMS, daily: 28 },
  sugars: { unit: 'g', level: 1, rounding: GRAMS },
  added_sugars: { unit: 'g', level: 2, rounding: GRAMS, daily: 50 },
  protein: { unit: 'g', level: 0, rounding: GRAMS },
  vitamin_d: { unit: 'mcg', level: 0, rounding: VITAMIN, daily: 20 },
  calcium: { unit: 'mg', level: 0, rounding: VITAMIN, daily: 1300 },
  iron: { unit: 'mg', level: 0, rounding: VITAMIN, daily: 18 },
  potassium: { unit: 'mg', level: 0, rounding: VITAMIN, daily: 4700 },
};

type Amount = { amount: number; isLess: boolean };

function nearest(exact: number, { zeroBelow = 0, lessThan = 0, steps }: Rounding): Amount {
  if (exact < zeroBelow) return { amount: 0, isLess: false };
  if (exact < lessThan) return { amount: lessThan, isLess: true };
  const [, step] = steps.find(([upTo]) => exact <= upTo) ?? [MORE, 1];
  // Binary floating point cannot represent tenths exactly: 0.85 / 0.1 is 8.499….
  const count = Math.round(Number((exact / step).toFixed(6)));
  return { amount: Number((count * step).toFixed(1)), isLess: false };
}

/** The nearest percentage of the daily value that a label may print. */
export function nearestPercent(id: LabelRowId, exact: number): number {
  return nearest(exact, (VITAMINS as readonly string[]).includes(id) ? VITAMIN_PERCENT : PERCENT).amount;
}

const UNITS = { g: 'g(?:rams?)?', mg: 'mg|milligrams?', mcg: 'mcg|micrograms?' };

/** An amount with or without its unit, such as `2.5 g`, `less than 1 g` or `<5 mg` (21 CFR 101.9(d)(7)(i)). */
function readAmount(text: string, unit: LabelRow['unit']): (Amount & { hasUnit: boolean }) | null {
  const form = new RegExp(
    `^(?:contains )?(less than|<)?\\s*(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?|\\.\\d+)\\s*(${UNITS[unit]})?$`,
    'i',
  );
  const [whole, less, number = '', said] = form.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return { amount: Number(number.replaceAll(',', '')), isLess: less !== undefined, hasUnit: said !== undefined };
}

/**
 * Why a value may not be printed: the code of its text in `brand/texts/…/issues.json`, and the values for that text.
 */
export type LabelFault = { path: (string | number)[]; code: string; values: Record<string, string> };

type Row = { id: LabelRowId; amount: string; dailyPercent: number | null };
/** The fields of a label that are checked. */
type Label = { calories: number; servings?: Servings | undefined; nutrients: readonly Row[]; vitamins: readonly Row[] };

/** Values that the rounding rules of 21 CFR 101.9 do not allow, each with the nearest allowed value. */
export function labelFaults(label: Label): LabelFault[] {
  const { calories, servings, nutrients, vitamins } = label;
  const number = (path: LabelFault['path'], value: number, allowed: number): LabelFault[] =>
    value === allowed
      ? []
      : [{ path, code: 'label_value', values: { value: String(value), nearest: String(allowed) } }];
  const rows = (part: 'nutrients' | 'vitamins', all: readonly Row[]) =>
    all.flatMap(({ id, amount, dailyPercent: percent }, i) => [
      ...amountFaults([part, i, 'amount'], id, amount),
      ...(percent === null ? [] : number([part, i, 'dailyPercent'], percent, nearestPercent(id, percent))),
    ]);
  return [
    ...(servings ? number(['servings', 'count'], servings.count, nearestServings(servings.count)) : []),
    ...number(['calories'], calories, nearest(calories, CALORIES).amount),
    ...rows('nutrients', nutrients),
    ...rows('vitamins', vitamins),
  ];
}

function amountFaults(path: LabelFault['path'], id: LabelRowId, text: string): LabelFault[] {
  const { unit, rounding } = LABEL_ROWS[id];
  const read = readAmount(text, unit);
  if (!read) return [{ path, code: 'label_amount', values: { unit } }];
  const { amount, isLess, hasUnit } = read;
  const isAllowed = isLess && amount === rounding.lessThan;
  const allowed = isAllowed ? read : nearest(isLess ? amount - 0.001 : amount, rounding);
  if (hasUnit && allowed.amount === amount && allowed.isLess === isLess) return [];
  const printed = `${allowed.isLess ? '<' : ''}${allowed.amount} ${unit}`;
  return [{ path, code: 'label_value', values: { value: text, nearest: printed } }];
}
