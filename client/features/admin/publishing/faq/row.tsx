import * as m from '#messages';
import { MAX_ANSWER, MAX_QUESTION, type Question, type SometimesValue, sometimesIn } from '#shared/content/faq.ts';
import type { Language } from '#shared/core/language.ts';
import { BothLanguages } from '../../kit/form/both-languages.tsx';
import type { FieldState } from '../../kit/form/field-state.ts';
import { FilledIn } from '../../kit/form/filled-in.tsx';
import { MoveButtons, ROW } from '../../kit/form/ordered-rows.tsx';
import { TrashButton } from '../../kit/row-buttons.tsx';
import { useAnswerFillers } from '../fillers.ts';
import { inBraces } from '../texts/words.ts';

/** `key` identifies a row while rows move; it is not saved. */
export type Row = Question & { key: string };

/** The name of a question in messages: its text, or "new question". */
export const questionName = ({ question }: Question, language: Language): string =>
  question[language].trim() || m.admin_faq_new();

type Props = {
  row: Row;
  at: number;
  isLast: boolean;
  /** The language of its heading. */
  language: Language;
  state: FieldState;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onChange: (row: Row) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
};

/** A question with its answer, folded, in all languages. */
export function FaqRow({ row, at, isLast, language, state, isOpen, onToggle, onChange, onMove, onRemove }: Props) {
  const name = m.admin_faq_question_number({ number: at + 1 });
  const fillers = useAnswerFillers();
  const mayLack = sometimesIn(row.answer);
  const field = (part: keyof Question) => ({
    path: `questions.${at}.${part}`,
    value: row[part],
    state,
    // A text is one line on its page, but pasted text may have several.
    onChange: (where: Language, typed: string) =>
      onChange({ ...row, [part]: { ...row[part], [where]: typed.replace(/\s*\n\s*/g, ' ') } }),
  });
  const filledIn = (part: 'answer' | 'otherwise') => (where: Language) => (
    <FilledIn
      path={`questions.${at}.${part}.${where}`}
      language={where}
      text={row[part][where]}
      fillers={fillers(where, part === 'otherwise')}
      written={(value) => inBraces([value])}
      onChange={(typed) => field(part).onChange(where, typed)}
    />
  );
  const answer = { maxLength: MAX_ANSWER, rows: 4 };
  return (
    <li data-row={row.key} className={ROW}>
      {/* While it is open, its fields have the full width, with its buttons below. */}
      <details
        open={isOpen}
        onToggle={(event) => onToggle(event.currentTarget.open)}
        className="faq-row flex-[1_1_14rem] open:basis-full"
      >
        <summary>{questionName(row, language)}</summary>
        <div className="mt-3 grid gap-4">
          <BothLanguages {...field('question')} label={m.admin_faq_question()} maxLength={MAX_QUESTION} />
          <BothLanguages {...field('answer')} {...answer} label={m.admin_faq_answer()} below={filledIn('answer')} />
          {mayLack.length > 0 && (
            <BothLanguages
              {...field('otherwise')}
              {...answer}
              label={m.admin_faq_otherwise()}
              hint={m.admin_faq_otherwise_hint({ names: mayLack.map((name) => VALUE_WORDS[name]()).join(', ') })}
              below={filledIn('otherwise')}
            />
          )}
        </div>
      </details>
      <MoveButtons name={name} isFirst={at === 0} isLast={isLast} onMove={onMove}>
        <TrashButton label={m.admin_rows_remove({ name })} onClick={onRemove} />
      </MoveButtons>
    </li>
  );
}

const VALUE_WORDS: Readonly<Record<SometimesValue, () => string>> = {
  allergens: m.admin_faq_value_allergens,
  orders: m.admin_faq_value_orders,
  where: m.admin_faq_value_where,
};
