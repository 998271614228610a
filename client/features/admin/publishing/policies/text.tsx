import { MAX_POLICY_BODY, MAX_POLICY_SUMMARY } from '#shared/content/policies.ts';
import type { Language } from '#shared/core/language.ts';
import { BothLanguages } from '../../kit/form/both-languages.tsx';
import type { FieldState } from '../../kit/form/field-state.ts';
import { FilledIn } from '../../kit/form/filled-in.tsx';
import { usePolicyFillers } from '../fillers.ts';
import { kindWords } from '../kinds.ts';
import { type PolicyField, textPath } from './values.ts';

const SIZES = {
  summary: { maxLength: MAX_POLICY_SUMMARY, rows: 2 },
  body: { maxLength: MAX_POLICY_BODY, rows: 18 },
} as const;

type Texts = Readonly<Record<Language, string>>;
type Props = {
  field: PolicyField;
  value: Texts;
  state: FieldState;
  hint?: string | undefined;
  onChange: (value: Texts) => void;
};

/** A text of a policy in all languages, with the values that it may name. */
export function PolicyText({ field, value, state, hint, onChange }: Props) {
  const fillers = usePolicyFillers();
  const write = (language: Language, typed: string) => onChange({ ...value, [language]: typed });
  return (
    <BothLanguages
      path={field}
      label={kindWords('policy').fieldLabel(field)}
      hint={hint}
      value={value}
      {...SIZES[field]}
      state={state}
      onChange={write}
      isMarkdown={field === 'body'}
      below={(language) => (
        <FilledIn
          path={textPath(field, language)}
          language={language}
          text={value[language]}
          fillers={fillers(language).filter(({ isDescription }) => field === 'body' || !isDescription)}
          written={(name) => `{{${name}}}`}
          onChange={(typed) => write(language, typed)}
        />
      )}
    />
  );
}
