import * as m from '#messages';
import { POLICY_KINDS } from '#shared/content/policy-page.ts';
import { LANGUAGES, LOCALES, type Localized } from '#shared/core/language.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { policyNames } from '../../../../lib/policy-names.ts';

/** Labels of a policy's fields, for its form and the lists of changes. */
export const policyLabels: Readonly<Record<string, () => string>> = {
  summary: m.admin_policy_summary,
  body: m.admin_policy_body,
  updatedOn: m.admin_policy_updated,
  isSample: m.admin_policy_text,
};

export function policyName(id: string): string {
  const kind = POLICY_KINDS.find((each) => each === id);
  return kind ? m.admin_policy_named({ name: policyNames[kind]() }) : id;
}

/** A field's value as text; a long text only by its length. */
export function policyValueText(field: string, value: unknown): string {
  if (field === 'isSample') return value ? m.admin_policy_sample() : m.admin_policy_own();
  if (field === 'updatedOn' && typeof value === 'string') {
    return new Intl.DateTimeFormat(LOCALES[getLanguage()], { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(value),
    );
  }
  if (typeof value !== 'object' || value === null) return m.admin_value_none();
  const texts = value as Localized;
  if (field === 'summary') return LANGUAGES.map((language) => texts[language]).join(' / ');
  const lengths = LANGUAGES.map((language) => `${texts[language].length} (${language.toUpperCase()})`);
  return m.admin_policy_length({ lengths: lengths.join(', ') });
}
