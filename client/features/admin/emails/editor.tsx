import { type FocusEvent, type FormEvent, type ReactNode, useRef } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import {
  checkPlaceholders,
  type DefaultTemplate,
  type EmailTemplate,
  type EmailTemplateInput,
  MAX_BODY,
  MAX_SUBJECT,
  PLACEHOLDERS,
  TEMPLATE_KEYS,
  type TemplateKey,
} from '#shared/emails/emails.ts';
import { languageName } from '../../../lib/display-names.ts';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { MarkdownField } from '../kit/form/markdown-field.tsx';
import { lazyPanel } from '../kit/lazy.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { useDraft } from '../kit/use-draft.tsx';
import { type TemplateVersion, useSaveTemplate, useSendTest } from './api.ts';
import { templateLabel } from './template-labels.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

const TemplateState = lazyPanel(() => import('./template-state.tsx'));
const BackToDefault = lazyPanel(() => import('./back-to-default.tsx'));
const PlaceholderTools = lazyPanel(() => import('./placeholder-tools.tsx'));
const Preview = lazyPanel(() => import('./preview.tsx'), <Skeleton rows={1} className="h-96" />);
const BODY_ROWS = 15;

/** Loaded by the first check, so it is there when a field has an error. */
const check = lazyImport(() => import('./template-check.ts'));
const checkLater: Resolver<EmailTemplateInput> = async (...input) => (await check.load()).checkTemplate(...input);

type Props = {
  templateKey: TemplateKey | null;
  language: Language;
  /** The owner's saved template, if there is one. */
  custom: EmailTemplate | undefined;
  builtIn: DefaultTemplate | undefined;
  /** The same template's other languages. */
  others: readonly { language: Language; isCustom: boolean }[];
  onChoose: (templateKey: TemplateKey | null, language: Language) => void;
};

const textFacts = ({ subject, body }: TemplateVersion): [string, ReactNode][] => [
  [m.admin_template_subject(), subject],
  [
    m.admin_template_body(),
    <span key="body" className="whitespace-pre-wrap font-mono text-[0.85rem]">
      {body}
    </span>,
  ],
];
const textsOf = ({ subject, body }: TemplateVersion) => ({ subject, body });

/** The editor of a template, saved or built-in, with a live preview beside it. */
export function Editor(props: Props) {
  const { templateKey, language, custom, builtIn, others, onChoose } = props;
  const { form, base, isDirty, save, draft, onSave, toBase, takeStored } = useTemplateForm(props);
  const guard = useUnsavedGuard(isDirty, draft.clearDraft);
  const [subject, body] = form.watch(['subject', 'body']);
  const input = { templateKey: templateKey ?? 'order_confirmation', language, subject, body };
  const isComplete = templateKey !== null && subject.trim() !== '' && body.trim() !== '';

  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <form
        noValidate
        aria-label={m.admin_template_editor()}
        className="grid grid-cols-1 gap-5 rounded-card bg-white p-5 shadow-card sm:p-6"
        onSubmit={onSave}
      >
        <TemplateChoice templateKey={templateKey} language={language} onChoose={onChoose} />
        {templateKey && (
          <TemplateState
            isCustom={custom !== undefined}
            isDirty={isDirty}
            others={others}
            onChoose={(next) => onChoose(templateKey, next)}
          />
        )}
        <TemplateFields form={form} templateKey={templateKey} language={language} />
        <ConflictNotice<TemplateVersion>
          error={save.error}
          facts={textFacts}
          onMine={draft.saveOver(onSave)}
          onTheirs={takeStored}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={save.isPending}>
            {save.isPending ? m.admin_saving() : m.admin_template_save()}
          </Button>
          <TestMail input={input} isComplete={isComplete} />
          {isDirty && (
            <Button variant="quiet" onClick={() => toBase(base)}>
              {m.admin_template_undo()}
            </Button>
          )}
          {custom && (
            <BackToDefault
              template={custom}
              onDone={() => toBase({ subject: builtIn?.subject ?? '', body: builtIn?.body ?? '' })}
            />
          )}
        </div>
      </form>
      <Preview input={input} isComplete={isComplete} />
      {guard}
    </div>
  );
}

/** The form of a template: its draft, and how it is saved or reset. */
function useTemplateForm({ templateKey, language, custom, builtIn }: Omit<Props, 'others' | 'onChoose'>) {
  const base = { subject: custom?.subject ?? builtIn?.subject ?? '', body: custom?.body ?? builtIn?.body ?? '' };
  const form = useForm({
    resolver: checkLater,
    defaultValues: { templateKey: (templateKey ?? '') as TemplateKey, language, ...base },
  });
  const { handleSubmit, getValues, reset, watch } = form;
  const [subject, body] = watch(['subject', 'body']);
  const save = useSaveTemplate();
  const draft = useDraft<EmailTemplateInput, TemplateVersion>({
    key: `template:${templateKey ?? ''}-${language}`,
    form,
    row: { ...base, version: custom?.version ?? 0 },
    snapshotOf: textsOf,
  });
  const onValid = (input: EmailTemplateInput) =>
    save.mutate(
      { input, save: draft.save },
      { onSuccess: (saved) => draft.take(saved, { ...input, ...textsOf(saved) }) },
    );
  const onInvalid = () => {
    if (!templateKey || subject.trim() === '' || body.trim() === '') {
      toast({ title: m.admin_missing_title(), description: m.admin_template_missing(), variant: 'destructive' });
    }
  };
  return {
    form,
    base,
    isDirty: subject !== base.subject || body !== base.body,
    save,
    draft,
    onSave: (event?: FormEvent) =>
      handleSubmit(onValid, onInvalid)(event).catch((error) => toastFailed(m.admin_template_save_failed(), error)),
    toBase: (next: { subject: string; body: string }) => {
      reset({ templateKey: (templateKey ?? '') as TemplateKey, language, ...next });
      draft.clearDraft();
    },
    takeStored: (current: TemplateVersion) => {
      draft.take(current, { ...getValues(), ...textsOf(current) });
      save.reset();
    },
  };
}

type ChoiceProps = Pick<Props, 'templateKey' | 'language' | 'onChoose'>;

function TemplateChoice({ templateKey, language, onChoose }: ChoiceProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <SelectField
        label={m.admin_template_type()}
        value={templateKey ?? ''}
        onChange={(event) => onChoose((event.target.value || null) as TemplateKey | null, language)}
      >
        <option value="">{m.admin_template_type_choose()}</option>
        {TEMPLATE_KEYS.map((option) => (
          <option key={option} value={option}>
            {templateLabel(option)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m.admin_template_language()}
        value={language}
        onChange={(event) => onChoose(templateKey, event.target.value as Language)}
        options={LANGUAGES.map((option) => ({ value: option, label: languageName(option) }))}
      />
    </div>
  );
}

type FieldsProps = Pick<Props, 'templateKey' | 'language'> & { form: UseFormReturn<EmailTemplateInput> };

/** Subject and text, and the placeholders, which are inserted at the cursor. */
function TemplateFields({ form, templateKey, language }: FieldsProps) {
  const { register, formState, setValue, watch } = form;
  const [subject, body] = watch(['subject', 'body']);
  // Read on every render, because the form's state updates only what was read.
  const { errors, isSubmitted } = formState;
  const issueOf = (field: 'subject' | 'body') => check.loaded()?.issueText(errors[field]?.message);
  const last = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const rememberField = (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    last.current = event.currentTarget;
  };
  const onInsert = (name: string) => {
    const target = last.current ?? document.querySelector<HTMLTextAreaElement>('textarea[name="body"]');
    if (!target) return;
    const start = target.selectionStart ?? target.value.length;
    target.setRangeText(`{{${name}}}`, start, target.selectionEnd ?? start, 'end');
    target.focus();
    setValue(target.name as 'subject' | 'body', target.value, { shouldDirty: true });
  };
  return (
    <>
      <TextField
        label={m.admin_template_subject()}
        maxLength={MAX_SUBJECT}
        required
        lang={language}
        autoComplete="off"
        error={issueOf('subject')}
        onFocus={rememberField}
        {...register('subject')}
      />
      <MarkdownField
        path="body"
        onText={(typed) => setValue('body', typed, { shouldDirty: true, shouldValidate: isSubmitted })}
        label={m.admin_template_body()}
        hint={m.admin_template_body_hint()}
        rows={BODY_ROWS}
        maxLength={MAX_BODY}
        required
        lang={language}
        error={issueOf('body')}
        onFocus={rememberField}
        className="font-mono text-[0.92rem]!"
        {...register('body')}
      />
      {templateKey && (
        <PlaceholderTools
          check={checkPlaceholders(templateKey, { subject, body })}
          names={PLACEHOLDERS[templateKey]}
          onInsert={onInsert}
        />
      )}
    </>
  );
}

function TestMail({ input, isComplete }: { input: EmailTemplateInput; isComplete: boolean }) {
  const test = useSendTest();
  return (
    <Button
      variant="quiet"
      disabled={!isComplete || test.isPending}
      isBusy={test.isPending}
      onClick={() => test.mutate(input)}
    >
      {m.admin_template_test()}
    </Button>
  );
}
