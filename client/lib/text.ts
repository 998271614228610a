import type { Localized } from '#shared/core/language.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { getLanguage } from './language.ts';

/** A text that can be stored as JSON: in all languages, so that it follows the toggle, or in the only one available. */
export type KeptText = string | Localized;
/** A text to display, possibly as a message function. */
export type Text = KeptText | (() => string);
type Message = (inputs?: object, options?: { locale?: Language }) => string;

/** The text in the page's language. */
export function textOf(text: Text): string {
  if (typeof text === 'string') return text;
  return typeof text === 'function' ? text() : text[getLanguage()];
}

/** A message in a form that can be stored. */
export const kept = (message: Message): KeptText => forEachLanguage((locale) => message({}, { locale }));
