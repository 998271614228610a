import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import { fieldId } from './field-state.ts';
import { labelInLanguage } from './label-in-language.ts';

/** Something that a text names and that is filled in by itself. */
export type Filler = {
  name: string;
  /** What stands there now; empty is nothing. */
  shown: string;
  /** `shown` tells of it in the language of the screen. */
  isTold?: boolean;
};

type Props = {
  /** The path of the field. */
  path: string;
  language: Language;
  text: string;
  fillers: readonly Filler[];
  /** How a text names one: `{city}`. */
  written: (name: string) => string;
  onChange: (text: string) => void;
};

/** Below a text: what it says where it names a fact, and the facts that a press puts in at the cursor. */
export function FilledIn({ path, language, text, fillers, written, onChange }: Props) {
  const used = fillers.filter(({ name }) => text.includes(written(name)));
  const label = labelInLanguage(m.admin_text_facts(), language);
  const insert = (name: string) => {
    const typed = insertAtCursor(path, written(name));
    if (typed !== null) onChange(typed);
  };
  return (
    <div className="filled-in">
      {used.length > 0 && (
        <dl>
          {used.map(({ name, shown, isTold }) => (
            <div key={name}>
              <dt>{written(name)}</dt>
              <dd lang={isTold || shown === '' ? undefined : language}>{shown || m.admin_filled_nothing()}</dd>
            </div>
          ))}
        </dl>
      )}
      <details>
        <summary className="text-button">{label}</summary>
        <Chips
          label={label}
          lang={language}
          chips={fillers.map(({ name, shown, isTold }) => ({ name, shown: shown || written(name), isTold }))}
          onInsert={insert}
        />
      </details>
    </div>
  );
}

type ChipsProps = {
  label: string;
  /** The language of the chips' words, where they come from a text. */
  lang?: Language;
  chips: readonly Filler[];
  onInsert: (name: string) => void;
};

/** What can be put into a text; a press inserts it at the cursor. */
export function Chips({ label, lang, chips, onInsert }: ChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {chips.map(({ name, shown, isTold }) => (
          <button
            key={name}
            type="button"
            lang={isTold ? undefined : lang}
            className={lang ? 'text-chip text-chip-words' : 'text-chip'}
            aria-label={m.admin_placeholder_insert({ name: shown })}
            onClick={() => onInsert(name)}
          >
            {shown}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** @returns what then stands in the field; `null` when there is no such field */
export function insertAtCursor(path: string, words: string): string | null {
  const field = document.getElementById(fieldId(path));
  if (!(field instanceof HTMLTextAreaElement) && !(field instanceof HTMLInputElement)) return null;
  const { selectionStart: start, selectionEnd: end } = field;
  field.setRangeText(words, start ?? field.value.length, end ?? field.value.length, 'end');
  field.focus();
  return field.value;
}
