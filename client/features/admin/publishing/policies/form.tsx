import { useState } from 'react';
import * as m from '#messages';
import type { AdminPolicy, PolicyChange } from '#shared/content/policies.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import type { Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { policyNames } from '../../../../lib/policy-names.ts';
import { adminKeys } from '../../keys.ts';
import { StatusBadge } from '../../kit/status.tsx';
import { contentCalls } from '../content-calls.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { policyState, policyStates } from '../content-states.ts';
import { LanguageSwitch } from '../language-switch.tsx';
import { showUnfinished } from '../show-fault.ts';
import { firstLack, stateOf } from './faults.ts';
import { PolicyText } from './text.tsx';
import { differences, type PolicyField, partsOf, valuesOf } from './values.ts';

const calls = contentCalls<AdminPolicy, PolicyChange>(adminKeys.policies, {
  idOf: ({ kind }) => kind,
  undo: ({ kind }) => m.admin_undo_policy({ name: policyNames[kind]() }),
  failed: m.admin_policy_not_saved,
});

/** A policy in both languages; saved as a draft, or published. */
export default function PolicyForm({ policy, onClose }: { policy: AdminPolicy; onClose: () => void }) {
  const { kind } = policy;
  const content = useContentForm({ key: `policy:${kind}`, row: policy, valuesOf, calls });
  const { values } = content;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const state = stateOf(values, content.refused, content.stopped === 'publish');
  const part = (field: PolicyField) => ({
    field,
    state,
    value: values[field],
    onChange: (value: AdminPolicy[PolicyField]) => content.set(field, value),
  });

  function onFault(path: string): void {
    setLanguage(partsOf(path)[1]);
    showUnfinished(path);
  }

  const name = policyNames[kind]();
  const reset = {
    name: m.admin_policy_reset(),
    title: m.admin_policy_reset_title({ name }),
    text: m.admin_policy_reset_text(),
  };
  return (
    <ContentForm
      content={content}
      title={name}
      badge={<StatusBadge status={policyState(policy)} labels={policyStates} />}
      hint={policy.isSample && <p>{m.admin_policy_sample_hint()}</p>}
      onClose={onClose}
      language={language}
      fields={values}
      faultIn={(isPublished) => (isPublished ? firstLack(values) : undefined)}
      onFault={onFault}
      factsOf={(current) => differences(current, values)}
      preview={{ path: policyPath(kind), item: `policy:${kind}` }}
      thing={{ kind: 'policy', id: kind }}
      reset={policy.origin === 'custom' && reset}
    >
      <LanguageSwitch value={language} onChange={setLanguage} />
      <PolicyText {...part('summary')} hint={kind === 'refunds' ? m.admin_policy_refund_line() : undefined} />
      <PolicyText {...part('body')} />
      <p className="text-sm text-ink-soft">{m.admin_policy_hint()}</p>
    </ContentForm>
  );
}
