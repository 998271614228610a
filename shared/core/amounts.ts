import { centsToText } from './money.ts';

/**
 * What an order has besides its items and its shipping, in the order in which every view shows it: shipping stands between
 * what is taken off and what is added. A further amount is a name here, one lower-case word that its columns, fields and
 * words are named for; the compiler then asks what it is (`server/features/checkout/amounts.ts`) and for its words.
 */
export const DEDUCTIONS = ['discount'] as const satisfies readonly Lowercase<string>[];
/** Each shipping rate tells what it adds. */
export const ADDITIONS = ['tax'] as const satisfies readonly Lowercase<string>[];
export const AMOUNTS = [...DEDUCTIONS, ...ADDITIONS] as const;

export type Amount = (typeof AMOUNTS)[number];
export type Deduction = (typeof DEDUCTIONS)[number];
export type Addition = (typeof ADDITIONS)[number];
/** On the wire and in an order's columns: two-decimal text in US dollars, `0.00` where there is none. */
export type Amounts<Name extends Amount = Amount> = Record<Name, string>;
/** While they are added up, and in a checkout's columns: US cents, 0 where there is none. */
export type AmountCents<Name extends Amount = Amount> = Record<`${Name}Cents`, number>;

/** A table with a row for each of these amounts: `forEachAmount(AMOUNTS, (name) => order[name])`. */
export function forEachAmount<Name extends Amount, T>(names: readonly Name[], make: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** The same under the names that amounts have in cents, such as `taxCents`. */
export function forEachAmountCents<Name extends Amount, T>(names: readonly Name[], make: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [`${name}Cents`, make(name)])) as Record<`${Name}Cents`, T>;
}

/** The amounts of an order alone. */
export function amountsOf(order: Amounts): Amounts {
  return forEachAmount(AMOUNTS, (name) => order[name]);
}

export function amountTexts<Name extends Amount>(names: readonly Name[], cents: AmountCents<Name>): Amounts<Name> {
  return forEachAmount(names, (name) => centsToText(cents[`${name}Cents` as const]));
}

/** What these amounts come to, in US cents. */
export function sumAmounts<Name extends Amount>(names: readonly Name[], cents: AmountCents<Name>): number {
  return names.reduce((sum, name) => sum + cents[`${name}Cents` as const], 0);
}
