import { centsToText } from './money.ts';

/**
 * The amounts of an order besides items and shipping, in the order of every view: shipping comes between deductions and
 * additions. To add one, add its name here, one lower-case word that names its columns and fields. The compiler then
 * asks for its calculation (`server/features/checkout/amounts.ts`) and its texts.
 */
export const DEDUCTIONS = ['discount'] as const satisfies readonly Lowercase<string>[];
/** Each shipping rate says what it adds. */
export const ADDITIONS = ['tax'] as const satisfies readonly Lowercase<string>[];
export const AMOUNTS = [...DEDUCTIONS, ...ADDITIONS] as const;

export type Amount = (typeof AMOUNTS)[number];
export type Deduction = (typeof DEDUCTIONS)[number];
export type Addition = (typeof ADDITIONS)[number];
/** On the wire and in an order's columns: two-decimal text in US dollars, `0.00` if there is none. */
export type Amounts<Name extends Amount = Amount> = Record<Name, string>;
/** In calculations and in a checkout's columns: US cents, 0 if there is none. */
export type AmountCents<Name extends Amount = Amount> = Record<`${Name}Cents`, number>;

/** A table with an entry for each of these amounts: `forEachAmount(AMOUNTS, (name) => order[name])`. */
export function forEachAmount<Name extends Amount, T>(names: readonly Name[], make: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** The same with the names that amounts have in cents, such as `taxCents`. */
export function forEachAmountCents<Name extends Amount, T>(names: readonly Name[], make: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [`${name}Cents`, make(name)])) as Record<`${Name}Cents`, T>;
}

/** Picks the amounts of an order. */
export function amountsOf(order: Amounts): Amounts {
  return forEachAmount(AMOUNTS, (name) => order[name]);
}

export function amountTexts<Name extends Amount>(names: readonly Name[], cents: AmountCents<Name>): Amounts<Name> {
  return forEachAmount(names, (name) => centsToText(cents[`${name}Cents` as const]));
}

/** The sum of these amounts, in US cents. */
export function sumAmounts<Name extends Amount>(names: readonly Name[], cents: AmountCents<Name>): number {
  return names.reduce((sum, name) => sum + cents[`${name}Cents` as const], 0);
}
