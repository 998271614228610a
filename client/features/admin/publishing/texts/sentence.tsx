import * as m from '#messages';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { type AdminText, MAX_TEXT } from '#shared/content/texts.ts';
import type { Language } from '#shared/core/language.ts';
import { TextAreaField } from '../../../../ui/form.tsx';
import { fieldId } from '../../kit/form/field-state.ts';
import { Chips, FilledIn, insertAtCursor } from '../../kit/form/filled-in.tsx';
import { labelInLanguage } from '../../kit/form/label-in-language.ts';
import { factFillers } from '../fillers.ts';
import { useFacts } from '../reads.ts';
import { inBraces } from './words.ts';

/** From this factor on, a longer sentence may need another line on its page. */
const MUCH_LONGER = 1.3;

type Props = {
  text: AdminText;
  language: Language;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

/** The sentence in a language, with its allowed placeholders and its original. */
export function Sentence({ text, language, value, error, onChange }: Props) {
  const known = useFacts().data?.published;
  const { parameters } = text;
  const first = text.default[language];
  const path = `text.${language}`;
  const count = fillBrandWords(value, language, known).length;
  const before = fillBrandWords(first, language, known).length;
  const insert = (name: string) => {
    const typed = insertAtCursor(path, inBraces([name]));
    if (typed !== null) onChange(typed);
  };
  return (
    <div className="grid content-start gap-2">
      <TextAreaField
        id={fieldId(path)}
        label={labelInLanguage(m.admin_text_label(), language)}
        lang={language}
        rows={Math.min(8, 2 + Math.floor(first.length / 60))}
        maxLength={MAX_TEXT}
        value={value}
        hint={
          count > before * MUCH_LONGER ? m.admin_text_long({ count, before }) : m.admin_text_length({ count, before })
        }
        error={error}
        // A sentence is one line on its page, but pasted text may have several.
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      {parameters.length > 0 && (
        <Chips
          label={labelInLanguage(m.admin_placeholders(), language)}
          chips={parameters.map((name) => ({ name, shown: name }))}
          onInsert={insert}
        />
      )}
      <FilledIn
        path={path}
        language={language}
        text={value}
        fillers={factFillers(language, known)}
        written={(name) => inBraces([name])}
        onChange={onChange}
      />
      {value !== first && (
        <p lang={language} className="text-sm text-ink-soft">
          {m.admin_text_came({ text: first })}
        </p>
      )}
    </div>
  );
}
