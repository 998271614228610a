import * as m from '#messages';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { getLanguage } from '../../../../lib/language.ts';

/**
 * The label of a field for one language. The language's name is as within a sentence: Spanish writes it in lower case.
 */
export function labelInLanguage(label: string, language: Language): string {
  const names = new Intl.DisplayNames(LOCALES[getLanguage()], { type: 'language' });
  return m.admin_form_in_language({ label, language: names.of(language) ?? language });
}
