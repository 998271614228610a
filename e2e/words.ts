import { globSync, readFileSync } from 'node:fs';
import type { Language } from '#shared/core/language.ts';
import { filledTexts } from '#test/texts.ts';

/** Reads every text of the brand. @returns a function from a key and its values to the text; an unknown key throws */
export function wordsOf(language: Language) {
  const rooms = globSync(`brand/texts/${language}/**/*.json`).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const all = filledTexts(Object.assign({}, ...rooms) as Record<string, string>, language);
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const text = all[key];
    if (text === undefined) throw new Error(`There is no text ${key}`);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
