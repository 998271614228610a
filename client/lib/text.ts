import type { Localized } from '#shared/core/language.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { getLanguage } from './language.ts';

/** A text that can be kept as JSON: in both languages, so that it follows the toggle, or in the only one that there is. */
export type KeptText = string | Localized;
/** A text to be shown, also as a message function. */
export type Text = KeptText | (() => string);
type Message = (inputs?: object, options?: { locale?: Language }) => string;

/** The text in the language of the page. */
export function textOf(text: Text): string {
  if (typeof text === 'string') return text;
  return typeof text === 'function' ? text() : text[getLanguage()];
}

/** A message of ours to be kept. */
export const kept = (message: Message): KeptText => forEachLanguage((locale) => message({}, { locale }));
