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
import { policyCalls } from './api.ts';
import { firstLack, stateOf } from './faults.ts';
import { policyState, policyStates } from './panel.tsx';
import { PolicyText } from './text.tsx';
import { differences, type PolicyField, partsOf, valuesOf } from './values.ts';

/** A policy in both languages; saved as a draft, or published. */
export default function PolicyForm({ policy, onClose }: { policy: AdminPolicy; onClose: () => void }) {
  const { kind } = policy;
  const content = useContentForm({ key: `policy:${kind}`, row: policy, valuesOf, calls: policyCalls });
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
    <section aria-labelledby="policy-title" className="panel policy-form">
      <PanelHead
        id="policy-title"
        title={name}
        badge={<StatusBadge status={policyState(policy)} labels={policyStates} />}
        onClose={onClose}
      />
      {policy.isSample && <p>{m.admin_policy_sample_hint()}</p>}
      <ContentForm
        content={content}
        label={name}
        language={language}
        className="grid gap-5"
        fields={values}
        faultIn={(isPublished) => (isPublished ? firstLack(values) : undefined)}
        onFault={onFault}
        factsOf={(current) => differences(current, values)}
        preview={{ path: policyPath(kind), item: `policy:${kind}` }}
        thing={{ kind: 'policy', id: kind }}
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
