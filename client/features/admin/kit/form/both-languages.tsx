import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { TextAreaField, TextField } from '../../../../ui/form.tsx';
import { type FieldState, fieldId } from './field-state.ts';
import { labelInLanguage } from './label-in-language.ts';

type Props = {
  /** The field's path; its languages are below it. */
  path: string;
  label: string;
  value: Readonly<Record<Language, string>>;
  onChange: (language: Language, text: string) => void;
  state: FieldState;
  maxLength: number;
  /** More than one line. */
  rows?: number;
  hint?: string;
  isOptional?: boolean;
  /** Content above and below the text of a language. */
  tools?: (language: Language) => ReactNode;
  below?: (language: Language) => ReactNode;
};

/** A text in every language, side by side, or stacked if there is little space. */
export function BothLanguages(props: Props) {
  const { path, label, value, onChange, state, maxLength, rows, hint, isOptional, tools, below } = props;
  return (
    <div className="both-languages">
      {LANGUAGES.map((language) => {
        const at = `${path}.${language}`;
        const field = {
          id: fieldId(at),
          label: labelInLanguage(label, language),
          lang: language,
          value: value[language],
          maxLength,
          isOptional,
          autoComplete: 'off',
          hint: state.noteOf(at) ?? hint,
          error: state.errorOf(at),
        };
        const typed = (text: string) => onChange(language, text);
        return (
          <div key={language}>
            {rows === undefined ? (
              <TextField {...field} onChange={(event) => typed(event.target.value)} />
            ) : (
              <TextAreaField
                {...field}
                tools={tools?.(language)}
                rows={rows}
                onChange={(event) => typed(event.target.value)}
              />
            )}
            {below?.(language)}
          </div>
        );
      })}
    </div>
  );
}
