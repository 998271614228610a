import { useState } from 'react';
import * as m from '#messages';
import { type AdminFaq, type FaqChange, MAX_QUESTIONS } from '#shared/content/faq.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { languageName } from '../../../../lib/display-names.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { adminKeys } from '../../keys.ts';
import { AddButton } from '../../kit/form/add-button.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { ROWS } from '../../kit/form/ordered-rows.tsx';
import { contentCalls } from '../content-calls.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { LanguageSwitch } from '../language-switch.tsx';
import { showUnfinished } from '../show-fault.ts';
import { REMOVED_ID, useFaqRows } from '../use-faq-rows.ts';
import { faultsOf, firstFault, stateOf } from './faults.ts';
import { FaqRow, questionName, type Row } from './row.tsx';
import { questionsText } from './words.ts';

type Values = { questions: Row[] };

const valuesOf = ({ questions }: AdminFaq): Values => ({
  questions: questions.map((question, i) => ({ ...question, key: String(i) })),
});
const calls = contentCalls<AdminFaq, FaqChange>(adminKeys.faq, {
  undo: m.admin_faq_undo,
  failed: m.admin_faq_not_saved,
});
const inLines = (text: string) => <span className="whitespace-pre-line">{text}</span>;

/** The questions and answers in order, in all languages; saved as a draft, or published. */
export default function FaqForm({ faq, onClose }: { faq: AdminFaq; onClose: () => void }) {
  const content = useContentForm({ key: 'faq', row: faq, valuesOf, calls });
  const { questions } = content.values;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const rows = useFaqRows(questions, (changed) => content.set('questions', changed));
  const faults = faultsOf(questions);
  const state = stateOf(faults, content.refused, content.stopped === 'publish');

  function onFault(path: string): void {
    const [, index = '', , at = ''] = path.split('.');
    rows.unfold(questions[Number(index)]?.key ?? '', true);
    setLanguage(at as Language);
    showUnfinished(path);
  }

  return (
    <ContentForm
      content={content}
      title={m.admin_faq_title()}
      hint={<p className="text-ink-soft">{m.admin_faq_hint()}</p>}
      onClose={onClose}
      language={language}
      fields={{ questions: questions.map(({ question, answer, otherwise }) => ({ question, answer, otherwise })) }}
      faultIn={(isPublished) => firstFault(faults, isPublished)}
      onFault={onFault}
      onSaved={rows.forgetRemoved}
      factsOf={(current) => LANGUAGES.map((at) => [languageName(at), inLines(questionsText(current.questions, at))])}
      preview={{ path: '/product', item: 'faq:list' }}
      thing={{ kind: 'faq', id: 'list' }}
      reset={
        (faq.origin === 'custom' || faq.changed.length > 0) && {
          name: m.admin_faq_reset(),
          title: m.admin_faq_reset_title(),
          text: m.admin_faq_reset_text(),
        }
      }
    >
      <LanguageSwitch value={language} onChange={setLanguage} />
      <QuestionRows rows={rows} questions={questions} language={language} state={state} />
    </ContentForm>
  );
}

type RowsProps = {
  rows: ReturnType<typeof useFaqRows>;
  questions: readonly Row[];
  language: Language;
  state: FieldState;
};

/** The questions in order, the one removed last, and the button that adds one. */
function QuestionRows({ rows, questions, language, state }: RowsProps) {
  return (
    <>
      <ol ref={rows.list} className={ROWS}>
        {questions.map((row, at) => (
          <FaqRow
            key={row.key}
            row={row}
            at={at}
            isLast={at === questions.length - 1}
            language={language}
            state={state}
            isOpen={rows.isOpen(row.key)}
            onToggle={(isOpen) => rows.unfold(row.key, isOpen)}
            onChange={(changed) => rows.change(at, changed)}
            onMove={(step) => rows.move(at, step)}
            onRemove={() => rows.remove(at)}
          />
        ))}
      </ol>
      {rows.removed && <RemovedRow row={rows.removed} language={language} onPutBack={rows.putBack} />}
      {questions.length === 0 && <p role="status">{m.admin_faq_none()}</p>}
      {questions.length < MAX_QUESTIONS && (
        <AddButton id={fieldId('questions.add')} onClick={() => rows.add(language)}>
          {m.admin_faq_add()}
        </AddButton>
      )}
    </>
  );
}

function RemovedRow({ row, language, onPutBack }: { row: Row; language: Language; onPutBack: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span role="status" className="min-w-0 [overflow-wrap:anywhere]">
        {m.admin_faq_removed({ name: questionName(row, language) })}
      </span>
      <button id={REMOVED_ID} type="button" className="text-button" onClick={onPutBack}>
        {m.admin_faq_put_back()}
      </button>
    </p>
  );
}
