import { useState } from 'react';
import * as m from '#messages';
import type { AdminPolicy } from '#shared/content/policies.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import type { Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { policyNames } from '../../../../lib/policy-names.ts';
import { StatusBadge } from '../../kit/status.tsx';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { LanguageSwitch } from '../language-switch.tsx';
import { PanelHead } from '../panel-head.tsx';
import { showUnfinished } from '../show-unfinished.ts';
import { deletePolicy, putPolicy, useSavePolicy } from './api.ts';
import { firstLack, stateOf } from './faults.ts';
import { policyState, policyStates } from './panel.tsx';
import { PolicyText } from './text.tsx';
import { differences, type PolicyField, partsOf, snapshotOf, valuesOf } from './values.ts';

/** A policy in both languages; saved as a draft, or published. */
export default function PolicyForm({ policy, onClose }: { policy: AdminPolicy; onClose: () => void }) {
  const { kind } = policy;
  const content = useContentForm({ key: `policy:${kind}`, row: policy, valuesOf, snapshotOf, change: useSavePolicy() });
  const { values } = content;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [showsErrors, setShowsErrors] = useState(false);
  const state = stateOf(values, content.refused, showsErrors);
  const part = (field: PolicyField) => ({
    field,
    state,
    value: values[field],
    onChange: (value: AdminPolicy[PolicyField]) => content.form.setValue(field, value, { shouldDirty: true }),
  });

  function onSave(isPublished: boolean): void {
    setShowsErrors(isPublished);
    const first = isPublished ? firstLack(values) : undefined;
    if (first !== undefined) {
      setLanguage(partsOf(first)[1]);
      showUnfinished(first);
      return;
    }
    const publish = isPublished && { publish: true as const };
    content.save(isPublished, (version) => putPolicy(kind, { ...values, version, ...publish }));
  }

  const name = policyNames[kind]();
  const reset = {
    name: m.admin_policy_reset(),
    title: m.admin_policy_reset_title({ name }),
    text: m.admin_policy_reset_text(),
    run: (onSettled: () => void) => content.reset(() => deletePolicy(policy), onSettled),
  };
  return (
    <section aria-labelledby="policy-title" className="panel policy-form">
      <PanelHead
        id="policy-title"
        title={name}
        badge={<StatusBadge status={policyState(policy)} labels={policyStates} />}
        onClose={onClose}
      />
      {policy.isSample && <p>{m.admin_policy_sample_hint()}</p>}
      <ContentForm<AdminPolicy>
        content={content}
        label={name}
        language={language}
        className="grid gap-5"
        onSave={onSave}
        factsOf={(current) => differences(current, values)}
        preview={{ path: policyPath(kind), item: `policy:${kind}` }}
        reset={policy.origin === 'custom' ? reset : null}
      >
        <LanguageSwitch value={language} onChange={setLanguage} />
        <PolicyText {...part('summary')} hint={kind === 'refunds' ? m.admin_policy_refund_line() : undefined} />
        <PolicyText {...part('body')} />
        <p className="text-sm text-ink-soft">{m.admin_policy_hint()}</p>
      </ContentForm>
    </section>
  );
}
