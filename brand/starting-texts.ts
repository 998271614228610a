import type { Language } from '#shared/core/language.ts';

type Texts = Readonly<Record<string, string>>;

/** Sentences written by `npm run brand`, by key. Setup counts the unchanged ones. */
export const startingTexts: Readonly<Record<Language, Texts>> = { en: {}, es: {} };
