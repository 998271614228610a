import { LANGUAGES, type Language } from '#shared/core/language.ts';

/** FULL=1 (`npm run test:full`): every pair of language and width, and what is tagged `@full`. */
export const isFull = process.env.FULL === '1';

type Case = readonly [language: Language, width: number];

/**
 * Pairs in which a journey is taken. The gate takes English on a desktop and Spanish on a phone, so that it meets each
 * language and each layout once; the full tier takes all four.
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

/** Each item in one language, in turns; in the full tier in every language. */
export function inTurns<T>(items: readonly T[]): [language: Language, item: T][] {
  return items.flatMap((item, i) =>
    LANGUAGES.filter((_, at) => isFull || at === i % LANGUAGES.length).map((language): [Language, T] => [
      language,
      item,
    ]),
  );
}

/**
 * What says the same in each language or size: the full tier takes all items, the gate the last one. That is Spanish,
 * whose words are longest, or the narrowest window.
 */
export const lastInGate = <const T>(items: readonly T[]): readonly T[] => (isFull ? items : items.slice(-1));

/** The details of a test that the full tier alone runs. */
export const FULL_TIER = { tag: '@full' } as const;
