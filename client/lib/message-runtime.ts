import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#shared/core/language.ts';
import { pageContent } from './catalogue.ts';

type Options = { locale?: Language };
let read: () => Language = () => FALLBACK_LANGUAGE;

/** What says the language of a text that is not asked for in one. */
export function readLanguageFrom(next: () => Language): void {
  read = next;
}

/**
 * A message: its texts in the order of LANGUAGES, and its id where that is not the first of them. What the document
 * brings for this id goes before them; it is text like them, with `{name}` for a parameter.
 */
export function text(...texts: string[]): (inputs?: Record<string, unknown>, options?: Options) => string {
  return (inputs, options) => {
    const all = pageContent().texts?.[texts[LANGUAGES.length] ?? texts[0] ?? ''] ?? texts;
    const said = all[LANGUAGES.indexOf(options?.locale ?? read())] ?? '';
    return inputs ? said.replace(/\{(\w+)\}/g, (_, name) => String(inputs[name])) : said;
  };
}
