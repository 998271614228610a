import { FALLBACK_LANGUAGE, LANGUAGES, type Localized } from '#shared/core/language.ts';
import { brandWords } from './brand-words.ts';

/** Prefix of the keys of the line sheet, which are in a separate file. */
export const LINE_SHEET_KEY = 'line_sheet_';
/** Prefix of the keys of words that mails add around their templates. */
export const MAIL_KEY = 'mail_';
/** Prefix of the keys of words in rule texts. */
export const RULE_KEY = 'rule_';

/** Path segment under Site of the list of sentences, and of a sentence's form before its key. */
export const TEXTS_ROW = 'texts';
export const TEXT_ROW = 'text-';

/** Path segment under Site of the list of stories, and of a story's form before its id. */
export const STORIES_ROW = 'stories';
export const STORY_ROW = 'story-';
/** Used as the id of a story that is not saved yet. */
export const NEW_STORY = 'new';

/** Path segment under Site of the list of page pictures, and of a picture before its id. */
export const PICTURES_ROW = 'pictures';
export const PICTURE_ROW = 'picture-';

/** Path segment under Site of the form of questions and answers. */
export const QUESTIONS_ROW = 'questions';

/** Groups of sentences, in the order of the admin's list. */
export const TEXT_GROUPS = [
  'home',
  'about',
  'product',
  'shop',
  'item',
  'cart',
  'checkout',
  'order',
  'wholesale',
  'stores',
  'contact',
  'policies',
  'stories',
  'missing',
  'everywhere',
  'pictures',
  'line_sheet',
  'mails',
  'messages',
] as const;
export type TextGroup = (typeof TEXT_GROUPS)[number];

/** The placeholders of a text, in order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** Facts of the shop that any sentence may name: `brand`, `city`. */
export const factNames = (): string[] => Object.keys(brandWords(FALLBACK_LANGUAGE));

/** Values that the program fills into a sentence; each version of it must contain all of them. */
export function parametersOf(text: Localized): string[] {
  const facts = new Set(factNames());
  return [...new Set(LANGUAGES.flatMap((language) => placeholdersIn(text[language])))].filter(
    (name) => !facts.has(name),
  );
}

/** Why a sentence cannot replace another one: a code of `brand/texts/…/issues.json`, with the names concerned. */
export type TextFault = {
  code: 'required' | 'text_braces' | 'placeholder_unknown' | 'placeholder_missing';
  names: string[];
};

/** @param parameters see `parametersOf` */
export function faultOf(text: string, parameters: readonly string[]): TextFault | null {
  if (text.trim() === '') return { code: 'required', names: [] };
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return { code: 'text_braces', names: [] };
  const used = placeholdersIn(text);
  const facts = factNames();
  const unknown = used.filter((name) => !parameters.includes(name) && !facts.includes(name));
  if (unknown.length > 0) return { code: 'placeholder_unknown', names: unknown };
  const missing = parameters.filter((name) => !used.includes(name));
  return missing.length > 0 ? { code: 'placeholder_missing', names: missing } : null;
}
