import { useRef, useState } from 'react';
import * as m from '#messages';
import {
  type AdminFaq,
  ANSWER_MAX,
  ANSWER_VALUES,
  faultsInQuestion,
  MAX_QUESTIONS,
  QUESTION_MAX,
  type Question,
  sometimesIn,
} from '#shared/faq.ts';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/language.ts';
import { factNames } from '#shared/text-keys.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { AdminIcon } from '../admin-icons.tsx';
import type { Snapshot } from '../drafts.ts';
import { BothLanguages } from '../form/both-languages.tsx';
import { fieldId, focusField } from '../form/field-state.ts';
import { MoveButtons, moved } from '../form/ordered-rows.tsx';
import { ContentForm, useContentForm } from './content-form.tsx';
import { deleteFaq, putFaq, useSaveFaq } from './faq-api.ts';
import { questionsText } from './faq-words.ts';
import { Switch } from './switch.tsx';

/** `key` tells the rows apart while they move; it is not saved. */
type Row = Question & { key: string };
type Values = { questions: Row[] };
type Part = keyof Question;

const valuesOf = ({ questions }: AdminFaq): Values => ({
  questions: questions.map((question, i) => ({ ...question, key: String(i) })),
});
const snapshotOf = ({ questions }: AdminFaq): Snapshot => ({ questions: JSON.stringify(questions) });
const empty = () => forEachLanguage(() => '');
const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

const inLines = (text: string) => <span className="whitespace-pre-line">{text}</span>;

/** The questions and answers in their order, in all languages; saved as a draft, or published. */
export default function FaqForm({ faq, onClose }: { faq: AdminFaq; onClose: () => void }) {
  const content = useContentForm({ key: 'faq', row: faq, valuesOf, snapshotOf, change: useSaveFaq() });
  const { setValue } = content.form;
  const { questions } = content.values;
  const { refused } = content;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<{ row: Row; at: number } | null>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const list = useRef<HTMLOListElement>(null);

  const write = (rows: Row[]) => setValue('questions', rows, { shouldDirty: true });
  const unfold = (key: string, isOpen: boolean) =>
    setUnfolded((keys) => new Set(isOpen ? [...keys, key] : [...keys].filter((each) => each !== key)));
  const faults = Object.fromEntries(
    questions.flatMap((question, i) =>
      faultsInQuestion(question).map(({ path, code, names }) => {
        const text =
          code === 'placeholder_unknown'
            ? m.admin_text_unknown({ names: inBraces(names) })
            : code === 'text_braces'
              ? m.admin_text_braces()
              : m.admin_faq_missing();
        // A text that is still to be written is asked for when somebody wants to publish.
        return [`questions.${i}.${path}`, { text, isMissing: code === 'required' }] as const;
      }),
    ),
  );
  const isQuiet = (path: string) => faults[path]?.isMissing === true && !wantsAll;
  const state = {
    errorOf: (path: string) => refused[path] ?? (isQuiet(path) ? undefined : faults[path]?.text),
    noteOf: (path: string) => (isQuiet(path) ? faults[path]?.text : undefined),
  };

  const inRow = (key: string, part: string) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] ${part}`);

  function onMove(at: number, step: 1 | -1): void {
    const key = questions[at]?.key ?? '';
    write(moved(questions, at, at + step));
    // The row takes its button along, and a browser drops the focus of what is put elsewhere.
    requestAnimationFrame(() => inRow(key, `[data-move="${step === 1 ? 'down' : 'up'}"]`)?.focus());
  }

  function onRemove(at: number): void {
    const row = questions[at];
    if (!row) return;
    write(questions.filter((each) => each !== row));
    setRemoved({ row, at });
    requestAnimationFrame(() => document.getElementById(fieldId('questions.removed'))?.focus());
  }

  function onPutBack(): void {
    if (!removed) return;
    const { row, at } = removed;
    write([...questions.slice(0, at), row, ...questions.slice(at)]);
    setRemoved(null);
    requestAnimationFrame(() => inRow(row.key, 'summary')?.focus());
  }

  function onAdd(): void {
    const key = randomUuid();
    write([...questions, { key, question: empty(), answer: empty(), otherwise: empty() }]);
    unfold(key, true);
    requestAnimationFrame(() => focusField(`questions.${questions.length}.question.${language}`));
  }

  function showFault(path: string): void {
    const [, index = '', , at = ''] = path.split('.');
    unfold(questions[Number(index)]?.key ?? '', true);
    setLanguage(at as Language);
    // It may be folded, or the other language behind the switch.
    requestAnimationFrame(() => focusField(path));
  }

  function onSave(isPublished: boolean): void {
    setWantsAll(isPublished);
    const [first] = Object.keys(faults).filter((path) => isPublished || !faults[path]?.isMissing);
    if (first !== undefined) {
      toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
      showFault(first);
      return;
    }
    const rows = questions.map(({ question, answer, otherwise }) => ({ question, answer, otherwise }));
    const put = (version: number) => putFaq({ questions: rows, version, ...(isPublished && { publish: true }) });
    content.save(isPublished, put, () => {
      setWantsAll(false);
      setRemoved(null);
    });
  }

  /** One of a question's texts, in all languages. */
  const field = (row: Row, at: number, part: Part, label: string, hint?: string) => (
    <BothLanguages
      path={`questions.${at}.${part}`}
      label={label}
      hint={hint}
      value={row[part]}
      maxLength={part === 'question' ? QUESTION_MAX : ANSWER_MAX}
      {...(part !== 'question' && { rows: 4 })}
      state={state}
      onChange={(where, typed) => {
        // A text is one line wherever it stands; what is pasted may have several.
        const text = { ...row[part], [where]: typed.replace(/\s*\n\s*/g, ' ') };
        write(questions.map((each, i) => (i === at ? { ...each, [part]: text } : each)));
      }}
    />
  );

  return (
    <section aria-labelledby="faq-title" className="panel policy-form">
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {m.admin_policy_back()}
      </button>
      <h2 id="faq-title">{m.admin_faq_title()}</h2>
      <p className="text-cafecito-soft">{m.admin_faq_hint()}</p>
      <ContentForm<AdminFaq>
        content={content}
        labelledBy="faq-title"
        language={language}
        className="grid gap-5"
        onSave={onSave}
        factsOf={(current) => LANGUAGES.map((at) => [languageName(at), inLines(questionsText(current.questions, at))])}
        preview={{ path: '/product', item: 'faq:list' }}
        reset={
          faq.origin === 'custom' || faq.changed.length > 0
            ? {
                name: m.admin_faq_reset(),
                title: m.admin_faq_reset_title(),
                text: m.admin_faq_reset_text(),
                run: (onSettled) => content.reset(() => deleteFaq(faq.version), onSettled),
              }
            : null
        }
      >
        <div className="language-switch">
          <Switch
            label={m.admin_preview_language()}
            options={LANGUAGES.map((id) => [id, languageName(id)])}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <ol ref={list} className="ordered-rows faq-rows">
          {questions.map((row, at) => {
            const name = m.admin_faq_question_number({ number: at + 1 });
            return (
              <li key={row.key} data-row={row.key}>
                <details
                  open={unfolded.has(row.key)}
                  onToggle={(event) => unfold(row.key, event.currentTarget.open)}
                  className="faq-row"
                >
                  <summary>{row.question[language].trim() || m.admin_faq_new()}</summary>
                  <div className="mt-3 grid gap-4">
                    {field(row, at, 'question', m.admin_faq_question())}
                    {field(row, at, 'answer', m.admin_faq_answer())}
                    {sometimesIn(row.answer).length > 0 &&
                      field(
                        row,
                        at,
                        'otherwise',
                        m.admin_faq_otherwise(),
                        m.admin_faq_otherwise_hint({ names: inBraces(sometimesIn(row.answer)) }),
                      )}
                  </div>
                </details>
                <MoveButtons
                  name={name}
                  isFirst={at === 0}
                  isLast={at === questions.length - 1}
                  onMove={(step) => onMove(at, step)}
                >
                  <button
                    type="button"
                    className="icon-button is-danger"
                    data-tooltip
                    aria-label={m.admin_rows_remove({ name })}
                    onClick={() => onRemove(at)}
                  >
                    <AdminIcon name="trash" />
                  </button>
                </MoveButtons>
              </li>
            );
          })}
        </ol>
        {removed && (
          <p className="flex flex-wrap items-center gap-x-4">
            <span role="status" className="min-w-0 [overflow-wrap:anywhere]">
              {m.admin_faq_removed({ name: removed.row.question[language].trim() || m.admin_faq_new() })}
            </span>
            <button id={fieldId('questions.removed')} type="button" className="text-button" onClick={onPutBack}>
              {m.admin_faq_put_back()}
            </button>
          </p>
        )}
        {questions.length === 0 && <p role="status">{m.admin_faq_none()}</p>}
        {questions.length < MAX_QUESTIONS && (
          <Button
            id={fieldId('questions.add')}
            size="small"
            variant="quiet"
            className="justify-self-start"
            onClick={onAdd}
          >
            {m.admin_faq_add()}
          </Button>
        )}
        <details className="text-sm text-cafecito-soft">
          <summary className="text-button">{m.admin_faq_values()}</summary>
          <dl className="faq-values">
            {ANSWER_VALUES.map((name) => (
              <div key={name}>
                <dt className="font-semibold">{`{${name}}`}</dt>
                <dd>{VALUE_WORDS[name]()}</dd>
              </div>
            ))}
          </dl>
          <p>{m.admin_faq_facts({ names: inBraces(factNames()) })}</p>
        </details>
      </ContentForm>
    </section>
  );
}

const VALUE_WORDS: Readonly<Record<(typeof ANSWER_VALUES)[number], () => string>> = {
  days: m.admin_faq_value_days,
  allergens: m.admin_faq_value_allergens,
  orders: m.admin_faq_value_orders,
  where: m.admin_faq_value_where,
};
