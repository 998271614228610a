import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { TextAreaField, TextField } from '../../../../ui/form.tsx';
import { type FieldState, fieldId } from './field-state.ts';
import { labelInLanguage } from './label-in-language.ts';
import { MarkdownField } from './markdown-field.tsx';

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
  /** With buttons that write Markdown. */
  isMarkdown?: boolean;
  /** Content below the text of a language. */
  below?: (language: Language) => ReactNode;
};

type LocalizedProps<Name extends string> = Omit<Props, 'path' | 'value' | 'onChange'> & {
  name: Name;
  values: Readonly<Record<Name, Readonly<Record<Language, string>>>>;
  set: (name: Name, value: Record<Language, string>) => void;
};

/** A text of a form in every language, by its name. */
export function LocalizedField<Name extends string>({ name, values, set, ...field }: LocalizedProps<Name>) {
  const value = values[name];
  return (
    <BothLanguages
      {...field}
      path={name}
      value={value}
      onChange={(language, text) => set(name, { ...value, [language]: text })}
    />
  );
}

/** A text in every language, side by side, or stacked if there is little space. */
export function BothLanguages(props: Props) {
  const { path, label, value, onChange, state, maxLength, rows, hint, isOptional, isMarkdown, below } = props;
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
            ) : isMarkdown ? (
              <MarkdownField {...field} rows={rows} path={at} onText={typed} />
            ) : (
              <TextAreaField {...field} rows={rows} onChange={(event) => typed(event.target.value)} />
            )}
            {below?.(language)}
          </div>
        );
      })}
    </div>
  );
}
