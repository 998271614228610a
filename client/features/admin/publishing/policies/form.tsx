import { useState } from 'react';
import * as m from '#messages';
import { type AdminPolicy, MAX_POLICY_BODY, MAX_POLICY_SUMMARY } from '#shared/content/policies.ts';
import { placeholdersLeft, policyPath } from '#shared/content/policy-page.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { languageName } from '../../../../lib/display-names.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { policyNames } from '../../../../lib/policy-names.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Snapshot } from '../../kit/drafts.ts';
import { BothLanguages } from '../../kit/form/both-languages.tsx';
import { focusField } from '../../kit/form/field-state.ts';
import { FilledIn } from '../../kit/form/filled-in.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { usePolicyFillers } from '../fillers.ts';
import { kindWords } from '../kinds.ts';
import { Switch } from '../switch.tsx';
import { deletePolicy, putPolicy, useSavePolicy } from './api.ts';
import { numbersMissingIn } from './numbers-missing.ts';
import { policyState, policyStates } from './panel.tsx';

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
  const content = useContentForm({
    key: `policy:${kind}`,
    row: policy,
    valuesOf,
    snapshotOf,
    change: useSavePolicy(),
  });
  const { setValue } = content.form;
  const { values, refused } = content;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [showsErrors, setShowsErrors] = useState(false);
  const fillers = usePolicyFillers();

  const lackOf = (path: string): string | undefined => {
    const [name, at] = path.split('.') as [Name, Language];
    const text = values[name][at];
    const left = placeholdersLeft(text);
    if (left.length > 0) return m.admin_policy_left({ left: left.join(', ') });
    return text.trim() === '' ? m.admin_missing_note() : undefined;
  };
  /** The line above, or the same text in another language, promises something by a number that this text does not know. */
  const differenceIn = (path: string): string | undefined => {
    const [name, at] = path.split('.') as [Name, Language];
    const above = name === 'body' ? numbersMissingIn(values.body[at], values.summary[at]) : [];
    if (above.length > 0) return m.admin_policy_numbers({ numbers: above.join(', ') });
    for (const other of LANGUAGES) {
      const numbers = numbersMissingIn(values[name][at], values[name][other]);
      if (numbers.length > 0) {
        return m.admin_policy_languages({ language: languageName(other), numbers: numbers.join(', ') });
      }
    }
    return undefined;
  };
  const paths = FIELDS.flatMap((name) => LANGUAGES.map((at) => `${name}.${at}`));
  const state = {
    errorOf: (path: string) => refused[path] ?? (showsErrors ? lackOf(path) : undefined),
    noteOf: (path: string) => (showsErrors ? undefined : lackOf(path)) ?? differenceIn(path),
  };

  function onSave(isPublished: boolean): void {
    setShowsErrors(isPublished);
    const first = isPublished ? paths.find(lackOf) : undefined;
    if (first !== undefined) {
      setLanguage(first.split('.')[1] as Language);
      toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
      // The other language may be behind the switch.
      requestAnimationFrame(() => focusField(first));
      return;
    }
    const publish = isPublished && { publish: true as const };
    content.save(isPublished, (version) => putPolicy(kind, { ...values, version, ...publish }));
  }

  const write = (field: Name, at: Language, text: string) =>
    setValue(field, { ...values[field], [at]: text }, { shouldDirty: true });
  const filledIn = (field: Name, at: Language) => (
    <FilledIn
      path={`${field}.${at}`}
      language={at}
      text={values[field][at]}
      fillers={fillers(at).filter(({ isTold }) => field === 'body' || !isTold)}
      written={(each) => `{{${each}}}`}
      onChange={(text) => write(field, at, text)}
    />
  );
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
      <ContentForm<AdminPolicy>
        content={content}
        label={name}
        language={language}
        className="grid gap-5"
        onSave={onSave}
        factsOf={(current) =>
          FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(values[field])).map(
            (field) => [fieldLabel(field), LANGUAGES.map((at) => current[field][at]).join('\n\n')] as const,
          )
        }
        preview={{ path: policyPath(kind), item: `policy:${kind}` }}
        reset={
          policy.origin === 'custom'
            ? {
                name: m.admin_policy_reset(),
                title: m.admin_policy_reset_title({ name }),
                text: m.admin_policy_reset_text(),
                run: (onSettled) => content.reset(() => deletePolicy(policy), onSettled),
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
        <BothLanguages
          path="summary"
          label={fieldLabel('summary')}
          hint={kind === 'refunds' ? m.admin_policy_refund_line() : undefined}
          value={values.summary}
          maxLength={MAX_POLICY_SUMMARY}
          rows={2}
          state={state}
          onChange={(at, text) => write('summary', at, text)}
          below={(at) => filledIn('summary', at)}
        />
        <BothLanguages
          path="body"
          label={fieldLabel('body')}
          value={values.body}
          maxLength={MAX_POLICY_BODY}
          rows={18}
          state={state}
          onChange={(at, text) => write('body', at, text)}
          below={(at) => filledIn('body', at)}
        />
        <p className="text-sm text-ink-soft">{m.admin_policy_hint()}</p>
      </ContentForm>
    </section>
  );
}
