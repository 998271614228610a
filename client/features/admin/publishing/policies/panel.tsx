import { useId } from 'react';
import * as m from '#messages';
import type { AdminPolicy } from '#shared/content/policies.ts';
import { policyNames } from '../../../../lib/policy-names.ts';
import type { StatusLabels } from '../../kit/labels.ts';
import { LoadError, Skeleton } from '../../kit/load-states.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { usePolicies } from './api.ts';

export const policyStates: StatusLabels<'sample' | 'draft' | 'own'> = {
  sample: { tone: 'yellow', label: m.admin_policy_sample },
  draft: { tone: 'blue', label: m.admin_product_unpublished },
  own: { tone: 'green', label: m.admin_policy_own },
};

export const policyState = ({ changed, isSample }: AdminPolicy) =>
  changed.length > 0 ? 'draft' : isSample ? 'sample' : 'own';

/** The policies, and which of them are still the starting texts. */
export function PoliciesPanel({ onOpen }: { onOpen: (kind: string) => void }) {
  const id = useId();
  const { data, error, refetch } = usePolicies();
  const samples = data?.filter(({ isSample }) => isSample).length ?? 0;
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{m.admin_policies_title()}</h2>
      {samples > 0 && <p className="text-ink-soft">{m.admin_policies_samples({ count: samples })}</p>}
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : (
        <ul className="change-list">
          {data.map((policy) => (
            <li key={policy.kind} className="flex flex-wrap items-center justify-between gap-x-3">
              <button type="button" className="text-button" onClick={() => onOpen(policy.kind)}>
                {policyNames[policy.kind]()}
              </button>
              <StatusBadge status={policyState(policy)} labels={policyStates} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
