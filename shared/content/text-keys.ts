import { FALLBACK_LANGUAGE, LANGUAGES, type Localized } from '#shared/core/language.ts';
import { brandWords } from './brand-words.ts';

/** Before the keys of the line sheet, which stand in a file of their own. */
export const LINE_SHEET_KEY = 'line_sheet_';
/** Before the keys of the words that mails say around their templates. */
export const MAIL_KEY = 'mail_';
/** Before the keys of the words that rules put together. */
export const RULE_KEY = 'rule_';

/** The places of the list of sentences under Site, and of a sentence's form, before its key. */
export const TEXTS_ROW = 'texts';
export const TEXT_ROW = 'text-';

/** The places of the list of stories under Site, and of the form of one, before its id. */
export const STORIES_ROW = 'stories';
export const STORY_ROW = 'story-';

/** The places of the list of the pages' pictures under Site, and of one of them, before its id. */
export const PICTURES_ROW = 'pictures';
export const PICTURE_ROW = 'picture-';

/** The place of the form of questions and answers under Site. */
export const QUESTIONS_ROW = 'questions';

/** Where a sentence stands, in the order in which the admin lists them. */
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

/** The names in braces of a text, in their order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** Facts of the shop that any sentence may name: `brand`, `city`. */
export const factNames = (): string[] => Object.keys(brandWords(FALLBACK_LANGUAGE));

/** What the program fills into a sentence; each version of it has to have all of them. */
export function parametersOf(text: Localized): string[] {
  const facts = new Set(factNames());
  return [...new Set(LANGUAGES.flatMap((language) => placeholdersIn(text[language])))].filter(
    (name) => !facts.has(name),
  );
}

/** Why a sentence cannot stand for another one: a code of `brand/texts/…/issues.json`, with the names that it is about. */
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
