import { LANGUAGES, type Language } from '#shared/core/language.ts';

/** FULL=1 (`npm run test:full`): every pair of language and width, and tests tagged `@full`. */
export const isFull = process.env.FULL === '1';

type Case = readonly [language: Language, width: number];

/**
 * Pairs of language and width for a journey. The gate uses English on a desktop and Spanish on a phone, so that each
 * language and each layout occurs once; the full tier uses all four.
 */
export const CASES: readonly Case[] = [
  ['en', 1440],
  ['es', 375],
  ...(isFull
    ? ([
        ['en', 375],
        ['es', 1440],
      ] as const)
    : []),
];

/** Items alternating between the languages; in the full tier each item in every language. */
export function inTurns<T>(items: readonly T[]): [language: Language, item: T][] {
  return items.flatMap((item, i) =>
    LANGUAGES.filter((_, at) => isFull || at === i % LANGUAGES.length).map((language): [Language, T] => [
      language,
      item,
    ]),
  );
}

/**
 * Items that check the same in each language or size: the full tier takes all, the gate the last one. That is Spanish,
 * with the longest words, or the narrowest window.
 */
export const lastInGate = <const T>(items: readonly T[]): readonly T[] => (isFull ? items : items.slice(-1));

/** The details of a test of the full tier only. */
export const FULL_TIER = { tag: '@full' } as const;
