import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import { fieldId } from './field-state.ts';
import { labelInLanguage } from './label-in-language.ts';

const MONO = '[font-family:ui-monospace,monospace]';
const CHIP = 'min-h-11 rounded-full border border-line bg-ground px-[0.8rem] hover:bg-line';

/** A placeholder that is filled automatically. */
export type Filler = {
  name: string;
  /** Its present value; may be empty. */
  shown: string;
  /** `shown` describes it in the language of the screen. */
  isDescription?: boolean;
};

type Props = {
  /** The path of the field. */
  path: string;
  language: Language;
  text: string;
  fillers: readonly Filler[];
  /** A placeholder in the text's notation: `{city}`. */
  written: (name: string) => string;
  onChange: (text: string) => void;
};

/** Below a text: its result with the facts filled in, and buttons that insert a fact at the cursor. */
export function FilledIn({ path, language, text, fillers, written, onChange }: Props) {
  const used = fillers.filter(({ name }) => text.includes(written(name)));
  const label = labelInLanguage(m.admin_text_facts(), language);
  const insert = (name: string) => {
    const typed = insertAtCursor(path, written(name));
    if (typed !== null) onChange(typed);
  };
  return (
    <div className="mt-2 grid gap-1">
      {used.length > 0 && (
        <dl className="flex flex-wrap gap-[0.35rem] text-[0.85rem]">
          {used.map(({ name, shown, isDescription }) => (
            <div key={name} className="flex min-w-0 flex-wrap gap-x-2 rounded-[0.8rem] bg-ground px-[0.65rem] py-1">
              <dt className={`${MONO} text-ink-soft`}>{written(name)}</dt>
              <dd
                lang={isDescription || shown === '' ? undefined : language}
                className="min-w-0 font-semibold wrap-anywhere"
              >
                {shown || m.admin_filled_nothing()}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <details>
        <summary className="text-button">{label}</summary>
        <Chips
          label={label}
          lang={language}
          chips={fillers.map(({ name, shown, isDescription }) => ({
            name,
            shown: shown || written(name),
            isDescription,
          }))}
          onInsert={insert}
        />
      </details>
    </div>
  );
}

type ChipsProps = {
  label: string;
  /** The language of the chips' labels, if they come from a text. */
  lang?: Language;
  chips: readonly Filler[];
  onInsert: (name: string) => void;
};

/** Placeholders for a text; a press inserts one at the cursor. */
export function Chips({ label, lang, chips, onInsert }: ChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {chips.map(({ name, shown, isDescription }) => (
          <button
            key={name}
            type="button"
            lang={isDescription ? undefined : lang}
            className={`${CHIP} ${lang ? 'py-[0.4rem] text-start text-[0.9rem]' : `${MONO} text-[0.85rem]`}`}
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

/** @returns the new value of the field; `null` when the field does not exist */
export function insertAtCursor(path: string, words: string): string | null {
  const field = document.getElementById(fieldId(path));
  if (!(field instanceof HTMLTextAreaElement) && !(field instanceof HTMLInputElement)) return null;
  const { selectionStart: start, selectionEnd: end } = field;
  field.setRangeText(words, start ?? field.value.length, end ?? field.value.length, 'end');
  field.focus();
  return field.value;
}
