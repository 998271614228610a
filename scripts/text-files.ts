import { globSync, readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { inBrand } from './brand-folder.ts';

/** The files of the public pages. The admin's are in a folder, one per screen; the server reads all others itself. */
const NAMES = ['site', 'shop', 'checkout', 'wholesale', 'stores'];
const ADMIN = 'admin';

export function textFiles(): { language: Language; name: string; file: string; isAdmin: boolean }[] {
  return LANGUAGES.flatMap((language) => {
    const folder = inBrand(`brand/texts/${language}`);
    // The operating system may add files to a folder that somebody opens.
    const admin = globSync(`${ADMIN}/*.json`, { cwd: folder })
      .map((file) => `${ADMIN}/${parse(file).name}`)
      .sort();
    return [...NAMES, ...admin].map((name) => ({
      language,
      name,
      file: `${folder}/${name}.json`,
      isAdmin: admin.includes(name),
    }));
  });
}

/** The texts by key, with the facts of the shop filled in. */
export type TextFile = { language: Language; name: string; isAdmin: boolean; texts: Readonly<Record<string, string>> };

/** @throws Error with the name of a broken or partly saved file */
export const readTexts = (): TextFile[] =>
  textFiles().map(({ language, name, file, isAdmin }) => {
    try {
      return { language, name, isAdmin, texts: JSON.parse(fillBrandWords(readFileSync(file, 'utf8'), language)) };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });
