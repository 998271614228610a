import * as m from '#messages';
import { type Language, LOCALES } from '#shared/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { getLanguage } from '../../../lib/language.ts';

/** The label of a field for one language; Spanish writes the names of languages without a capital. */
export function labelInLanguage(label: string, language: Language): string {
  const shown = getLanguage();
  const name = languageName(language);
  return m.admin_form_in_language({
    label,
    language: shown === 'en' ? name : name.toLocaleLowerCase(LOCALES[shown]),
  });
}
