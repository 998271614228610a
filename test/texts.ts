import { fillBrandWords } from '#shared/content/brand-words.ts';
import type { Language } from '#shared/core/language.ts';

/** A table of `brand/texts` as pages show it, with the facts of the shop filled in. */
export function filledTexts<T extends Readonly<Record<string, string>>>(table: T, language: Language): T {
  return Object.fromEntries(Object.entries(table).map(([key, text]) => [key, fillBrandWords(text, language)])) as T;
}
