import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#shared/language.ts';

// The part of the message compiler's runtime that the browser needs; scripts/browser-messages.ts substitutes it.

type Options = { locale?: Language };
let read: () => Language = () => FALLBACK_LANGUAGE;

export function overwriteGetLocale(next: () => Language): void {
  read = next;
}

/** Picks one of a message's texts: they are in the order of LANGUAGES. */
export function indexOf(options?: Options): number {
  return LANGUAGES.indexOf(options?.locale ?? read());
}

/** A message without parameters. */
export function text(...texts: string[]): (inputs?: object, options?: Options) => string | undefined {
  return (_, options) => texts[indexOf(options)];
}
