import { readFileSync } from 'node:fs';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { inBrand } from './brand-folder.ts';

/** The files whose texts pages and the admin show; the server reads the others by itself. */
const NAMES = ['site', 'shop', 'checkout', 'wholesale', 'stores', 'admin'];

export function textFiles(): { language: Language; name: string; file: string }[] {
  return LANGUAGES.flatMap((language) =>
    NAMES.map((name) => ({ language, name, file: inBrand(`brand/texts/${language}/${name}.json`) })),
  );
}

/** The texts by key, with the facts of the shop filled in. */
export type TextFile = { language: Language; name: string; texts: Readonly<Record<string, string>> };

/** @throws Error with the name of a file that is broken or half saved */
export const readTexts = (): TextFile[] =>
  textFiles().map(({ language, name, file }) => {
    try {
      return { language, name, texts: JSON.parse(fillBrandWords(readFileSync(file, 'utf8'), language)) };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });
