import type { Language } from '#shared/language.ts';

// What the browser needs of the message compiler's runtime, and no more; scripts/compact-messages.ts puts it in its place.

type Options = { locale?: Language };

let read: () => Language = () => 'en';

export function overwriteGetLocale(next: () => Language): void {
  read = next;
}

export function getLocale(): Language {
  return read();
}

/** Fixed when a build is for one language alone; ours are for both. */
export const experimentalStaticLocale = undefined;

export function isSpanish(options?: Options): boolean {
  return (options?.locale ?? read()) === 'es';
}

/** A message without parameters. */
export function text(en: string, es: string): (inputs?: object, options?: Options) => string {
  return (_, options) => (isSpanish(options) ? es : en);
}
