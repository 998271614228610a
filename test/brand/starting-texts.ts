import type { Language } from '#shared/core/language.ts';

type Texts = Readonly<Record<string, string>>;

/** Sentences that `npm run brand` wrote, by key. Setup counts those that still say the same. */
export const startingTexts: Readonly<Record<Language, Texts>> = { en: {}, es: {} };
