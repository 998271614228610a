import * as m from '#messages';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#shared/core/language.ts';
import { afterPaint } from '../lib/after-paint.ts';
import { setLanguage, useLanguage } from '../lib/language.ts';

/** Switches to the next language: shows ES when the site is in English, EN when it is in Spanish. */
export function LanguageToggle() {
  const now = LANGUAGES.indexOf(useLanguage());
  const other = LANGUAGES[(now + 1) % LANGUAGES.length] ?? FALLBACK_LANGUAGE;
  return (
    <button
      type="button"
      lang={other}
      onClick={() => afterPaint(() => setLanguage(other))}
      className="grid size-11 place-items-center rounded-full border-2 border-second font-bold text-second text-[0.92rem] hover:bg-second hover:text-ground"
    >
      <span>{other.toUpperCase()}</span>
      <span className="sr-only">{`: ${m.nav_language({}, { locale: other })}`}</span>
    </button>
  );
}
