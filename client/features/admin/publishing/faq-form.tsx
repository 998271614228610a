import { useRef, useState } from 'react';
import * as m from '#messages';
import { type AdminFaq, faultsInQuestion, MAX_QUESTIONS } from '#shared/faq.ts';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Snapshot } from '../drafts.ts';
import { fieldId, focusField } from '../form/field-state.ts';
import { moved } from '../form/ordered-rows.tsx';
import { ContentForm, useContentForm } from './content-form.tsx';
import { deleteFaq, putFaq, useSaveFaq } from './faq-api.ts';
import { FaqRow, FaqValues, inBraces, questionName, type Row } from './faq-row.tsx';
import { questionsText } from './faq-words.ts';
import { Switch } from './switch.tsx';

type Values = { questions: Row[] };

const valuesOf = ({ questions }: AdminFaq): Values => ({
  questions: questions.map((question, i) => ({ ...question, key: String(i) })),
});
const snapshotOf = ({ questions }: AdminFaq): Snapshot => ({ questions: JSON.stringify(questions) });
const empty = () => forEachLanguage(() => '');
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
          {questions.map((row, at) => (
            <FaqRow
              key={row.key}
              row={row}
              at={at}
              isLast={at === questions.length - 1}
              language={language}
              state={state}
              isOpen={unfolded.has(row.key)}
              onToggle={(isOpen) => unfold(row.key, isOpen)}
              onChange={(changed) => write(questions.map((each, i) => (i === at ? changed : each)))}
              onMove={(step) => onMove(at, step)}
              onRemove={() => onRemove(at)}
            />
          ))}
        </ol>
        {removed && (
          <p className="flex flex-wrap items-center gap-x-4">
            <span role="status" className="min-w-0 [overflow-wrap:anywhere]">
              {m.admin_faq_removed({ name: questionName(removed.row, language) })}
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
        <FaqValues />
      </ContentForm>
    </section>
  );
}
