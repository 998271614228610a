import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#shared/core/language.ts';
import { pageContent } from './catalogue.ts';

type Options = { locale?: Language };
let read: () => Language = () => FALLBACK_LANGUAGE;

/** Sets the source of the language for messages whose call does not pass one. */
export function readLanguageFrom(next: () => Language): void {
  read = next;
}

/**
 * A message: its texts in the order of LANGUAGES, then its id if it differs from the first text. The document's text
 * for this id overrides them. In either, `{name}` is a parameter.
 */
export function text(...texts: string[]): (inputs?: Record<string, unknown>, options?: Options) => string {
  return (inputs, options) => {
    const all = pageContent().texts?.[texts[LANGUAGES.length] ?? texts[0] ?? ''] ?? texts;
    const said = all[LANGUAGES.indexOf(options?.locale ?? read())] ?? '';
    return inputs ? said.replace(/\{(\w+)\}/g, (_, name) => String(inputs[name])) : said;
  };
}
