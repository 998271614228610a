import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#shared/language.ts';

// What the browser needs of the message compiler's runtime; scripts/browser-messages.ts puts it in its place.

type Options = { locale?: Language };
let read: () => Language = () => FALLBACK_LANGUAGE;

export function overwriteGetLocale(next: () => Language): void {
  read = next;
}

/** Which of a message's texts is meant: they stand in the order of LANGUAGES. */
export function indexOf(options?: Options): number {
  return LANGUAGES.indexOf(options?.locale ?? read());
}

/** A message without parameters. */
export function text(...texts: string[]): (inputs?: object, options?: Options) => string | undefined {
  return (_, options) => texts[indexOf(options)];
}
