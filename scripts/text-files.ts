import { readFileSync } from 'node:fs';
import { fillBrandWords } from '#shared/brand-words.ts';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { inBrand } from './brand-folder.ts';

/** The message compiler's input: the JSON files of each language. */
export function textFiles(): { language: Language; file: string }[] {
  const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8'));
  const patterns: string[] = settings['plugin.inlang.messageFormat'].pathPattern;
  return LANGUAGES.flatMap((language) =>
    patterns.map((pattern) => ({ language, file: inBrand(pattern.replace('{locale}', language)) })),
  );
}

/** The texts by key, with the facts of the shop filled in. */
export type TextFile = { language: Language; file: string; texts: Readonly<Record<string, unknown>> };

/** @throws Error with the name of a file that is broken or half saved */
export const readTexts = (): TextFile[] =>
  textFiles().map(({ language, file }) => {
    try {
      return { language, file, texts: JSON.parse(fillBrandWords(readFileSync(file, 'utf8'), language)) };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });

/** What differs between two readings: the keys that have another text, and whether there are other keys. */
export function textChanges(
  before: readonly TextFile[],
  after: readonly TextFile[],
): { changed: Set<string>; hasOtherKeys: boolean } {
  const changed = new Set<string>();
  let hasOtherKeys = false;
  for (const [i, { texts }] of after.entries()) {
    const old = before[i]?.texts ?? {};
    if (String(Object.keys(old)) !== String(Object.keys(texts))) hasOtherKeys = true;
    for (const [key, text] of Object.entries(texts)) {
      // A plural is a list of variants.
      if (JSON.stringify(text) !== JSON.stringify(old[key])) changed.add(key);
    }
  }
  return { changed, hasOtherKeys };
}
