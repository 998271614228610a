import * as m from '#messages';
import { placeholdersLeft } from '#shared/content/policy-page.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../../lib/display-names.ts';
import type { FieldState } from '../../kit/form/field-state.ts';
import { numbersMissingIn } from './numbers-missing.ts';
import { POLICY_FIELDS, type PolicyValues, partsOf, textPath } from './values.ts';

/** What prevents a text from being published. */
function lackIn(values: PolicyValues, path: string): string | undefined {
  const [field, language] = partsOf(path);
  const text = values[field][language];
  const left = placeholdersLeft(text);
  if (left.length > 0) return m.admin_policy_left({ left: left.join(', ') });
  return text.trim() === '' ? m.admin_missing_note() : undefined;
}

/** A number in the line above, or in the same text in another language, that this text does not contain. */
function differenceIn(values: PolicyValues, path: string): string | undefined {
  const [field, language] = partsOf(path);
  const above = field === 'body' ? numbersMissingIn(values.body[language], values.summary[language]) : [];
  if (above.length > 0) return m.admin_policy_numbers({ numbers: above.join(', ') });
  for (const other of LANGUAGES) {
    const numbers = numbersMissingIn(values[field][language], values[field][other]);
    if (numbers.length > 0) {
      return m.admin_policy_languages({ language: languageName(other), numbers: numbers.join(', ') });
    }
  }
  return undefined;
}

/** The first text that prevents the policy from being published. */
export const firstLack = (values: PolicyValues): string | undefined =>
  POLICY_FIELDS.flatMap((field) => LANGUAGES.map((language) => textPath(field, language))).find((path) =>
    lackIn(values, path),
  );

/** @param refused the server's refusals, by path @param showsErrors after an attempt to publish */
export const stateOf = (
  values: PolicyValues,
  refused: Readonly<Record<string, string>>,
  showsErrors: boolean,
): FieldState => ({
  errorOf: (path) => refused[path] ?? (showsErrors ? lackIn(values, path) : undefined),
  noteOf: (path) => (showsErrors ? undefined : lackIn(values, path)) ?? differenceIn(values, path),
});
