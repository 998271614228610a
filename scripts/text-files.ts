import { readFileSync } from 'node:fs';
import { fillBrandWords } from '#shared/brand-words.ts';
import type { Language } from '#shared/language.ts';
import { inBrand } from './brand-folder.ts';

/** The message compiler's input: the JSON files of a language. */
export function textFiles(language: Language): string[] {
  const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8'));
  const patterns: string[] = settings['plugin.inlang.messageFormat'].pathPattern;
  return patterns.map((pattern) => inBrand(pattern.replace('{locale}', language)));
}

/** The texts of one of these files by key, with the facts of the shop filled in. */
export function readTextFile(file: string, language: Language): Record<string, unknown> {
  return JSON.parse(fillBrandWords(readFileSync(file, 'utf8'), language));
}
