import * as m from '#messages';
import { setLanguage, useLanguage } from '../lib/language.ts';

/** Offers the other language: ES when the site is in English, otherwise EN. */
export function LanguageToggle() {
  const other = useLanguage() === 'en' ? 'es' : 'en';
  return (
    <button
      type="button"
      lang={other}
      onClick={() => setLanguage(other)}
      className="grid size-11 place-items-center rounded-full border-2 border-hoja font-bold text-hoja text-[0.92rem] hover:bg-hoja hover:text-crema"
    >
      {other.toUpperCase()}
      <span className="sr-only">: {m.nav_language({}, { locale: other })}</span>
    </button>
  );
}
