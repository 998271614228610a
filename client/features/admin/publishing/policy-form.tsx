import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { type AdminPolicy, POLICY_BODY_MAX, POLICY_SUMMARY_MAX } from '#shared/policies.ts';
import { POLICY_PLACEHOLDERS, placeholdersLeft, policyPath } from '#shared/policy-page.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { policyNames } from '../../../lib/policy-names.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import type { Snapshot } from '../drafts.ts';
import { BothLanguages } from '../form/both-languages.tsx';
import { focusField } from '../form/field-state.ts';
import { lazyDialog } from '../lazy.tsx';
import { StatusBadge } from '../status.tsx';
import { DraftNotice, useDraft } from '../use-draft.tsx';
import { refusedFields } from './api.ts';
import { kindWords } from './kinds.ts';
import { putPolicy, useResetPolicy, useSavePolicy } from './policies-api.ts';
import { policyState, policyStates } from './policies-panel.tsx';
import type { PreviewDialogProps } from './preview-dialog.tsx';
import { Switch } from './switch.tsx';

const PreviewDialog = lazyDialog<PreviewDialogProps>(() => import('./preview-dialog.tsx'));

type Texts = Record<Language, string>;
type Values = { summary: Texts; body: Texts };
type Name = keyof Values;

const valuesOf = ({ summary, body }: AdminPolicy): Values => ({ summary: { ...summary }, body: { ...body } });
const snapshotOf = (policy: AdminPolicy): Snapshot => ({
  summary: JSON.stringify(policy.summary),
  body: JSON.stringify(policy.body),
});
const FIELDS: readonly Name[] = ['summary', 'body'];

/** A policy in both languages; saved as a draft, or published. */
export default function PolicyForm({ policy, onClose }: { policy: AdminPolicy; onClose: () => void }) {
  const { kind } = policy;
  const form = useForm<Values>({ defaultValues: valuesOf(policy) });
  const { reset, setValue, formState } = form;
  const { isDirty } = formState;
  const values = form.watch() as Values;
  const draft = useDraft<Values, AdminPolicy>({ key: `policy:${kind}`, form, row: policy, snapshotOf });
  const save = useSavePolicy();
  const restart = useResetPolicy();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [open, setOpen] = useState<'preview' | 'reset' | null>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const wasPublished = useRef(false);
  const refused = refusedFields(save.error);

  // Taken back or saved elsewhere, while nothing is typed here.
  const shown = useRef(policy.version);
  useEffect(() => {
    if (shown.current === policy.version || isDirty || draft.isRestored) return;
    shown.current = policy.version;
    reset(valuesOf(policy), { keepDirtyValues: false });
  });

  const lackOf = (path: string): string | undefined => {
    const [name, at] = path.split('.') as [Name, Language];
    const text = values[name][at];
    const left = placeholdersLeft(text);
    if (left.length > 0) return m.admin_policy_left({ left: left.join(', ') });
    return text.trim() === '' ? m.admin_missing_note() : undefined;
  };
  const paths = FIELDS.flatMap((name) => LANGUAGES.map((at) => `${name}.${at}`));
  const state = {
    errorOf: (path: string) => refused[path] ?? (wantsAll ? lackOf(path) : undefined),
    noteOf: (path: string) => (wantsAll ? undefined : lackOf(path)),
  };

  function onSave(isPublished: boolean): void {
    wasPublished.current = isPublished;
    setWantsAll(isPublished);
    const first = isPublished ? paths.find(lackOf) : undefined;
    if (first !== undefined) {
      setLanguage(first.split('.')[1] as Language);
      toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
      // The other language may be behind the switch.
      requestAnimationFrame(() => focusField(first));
      return;
    }
    const put = (version: number) => putPolicy(kind, { ...values, version, ...(isPublished && { publish: true }) });
    save.mutate(() => draft.save(put) as ReturnType<typeof put>, {
      onSuccess: (saved) => {
        shown.current = saved.version;
        draft.take(saved, valuesOf(saved));
        toast({ title: isPublished ? m.admin_published() : m.admin_product_saved() });
      },
    });
  }

  const name = policyNames[kind]();
  const { fieldLabel } = kindWords('policy');
  return (
    <section aria-labelledby="policy-title" className="panel policy-form">
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {m.admin_policy_back()}
      </button>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="policy-title">{name}</h2>
        <StatusBadge status={policyState(policy)} labels={policyStates} />
      </div>
      {policy.isSample && <p>{m.admin_policy_sample_hint()}</p>}
      <form
        noValidate
        className="grid gap-5"
        aria-label={name}
        data-language={language}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(false);
        }}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <div className="language-switch">
          <Switch
            label={m.admin_preview_language()}
            options={LANGUAGES.map((id) => [id, languageName(id)])}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <BothLanguages
          path="summary"
          label={fieldLabel('summary')}
          hint={kind === 'refunds' ? m.admin_policy_refund_line() : undefined}
          value={values.summary}
          maxLength={POLICY_SUMMARY_MAX}
          rows={2}
          state={state}
          onChange={(at, text) => setValue('summary', { ...values.summary, [at]: text }, { shouldDirty: true })}
        />
        <BothLanguages
          path="body"
          label={fieldLabel('body')}
          value={values.body}
          maxLength={POLICY_BODY_MAX}
          rows={18}
          state={state}
          onChange={(at, text) => setValue('body', { ...values.body, [at]: text }, { shouldDirty: true })}
        />
        <p className="text-sm text-cafecito-soft">
          {m.admin_policy_hint({ placeholders: POLICY_PLACEHOLDERS.map((each) => `{{${each}}}`).join(' ') })}
        </p>
        <ConflictNotice<AdminPolicy>
          error={save.error}
          facts={(current) =>
            FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(values[field])).map(
              (field) => [fieldLabel(field), LANGUAGES.map((at) => current[field][at]).join('\n\n')] as const,
            )
          }
          onMine={(current) => {
            draft.startFrom(current);
            onSave(wasPublished.current);
          }}
          onTheirs={(current) => {
            draft.take(current, valuesOf(current));
            save.reset();
          }}
        />
        <div className="form-bar">
          <Button type="submit" size="small" variant="quiet" disabled={save.isPending}>
            {m.admin_product_save()}
          </Button>
          <Button size="small" isPending={save.isPending} onClick={() => onSave(true)}>
            {save.isPending ? m.admin_publishing() : m.admin_publish_one()}
          </Button>
          <Button size="small" variant="quiet" onClick={() => setOpen('preview')}>
            {m.admin_site_preview()}
          </Button>
          {policy.origin === 'custom' && (
            <Button size="small" variant="danger" onClick={() => setOpen('reset')}>
              {m.admin_policy_reset()}
            </Button>
          )}
        </div>
      </form>
      {open === 'preview' && (
        <PreviewDialog
          path={policyPath(kind)}
          item={`policy:${kind}`}
          note={isDirty ? m.admin_preview_unsaved() : undefined}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'reset' && (
        <ConfirmDialog
          title={m.admin_policy_reset_title({ name })}
          text={m.admin_policy_reset_text()}
          confirm={m.admin_policy_reset()}
          pending={m.admin_publishing()}
          isPending={restart.isPending}
          onConfirm={() =>
            restart.mutate(policy, {
              onSuccess: (saved) => {
                shown.current = saved.version;
                draft.take(saved, valuesOf(saved));
              },
              onSettled: () => setOpen(null),
            })
          }
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
