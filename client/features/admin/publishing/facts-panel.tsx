import { useId } from 'react';
import * as m from '#messages';
import { LoadError, Skeleton } from '../load-states.tsx';
import { StatusBadge } from '../status.tsx';
import { useFacts } from './facts-api.ts';
import { factsValueText } from './facts-words.ts';
import { policyStates } from './policies-panel.tsx';

/** How people reach the shop, in two lines, and the way to all facts. */
export function FactsPanel({ onOpen }: { onOpen: () => void }) {
  const id = useId();
  const { data, error, refetch } = useFacts();
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{m.admin_facts_title()}</h2>
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <button type="button" className="text-button" onClick={onOpen}>
            {m.admin_facts_open()}
          </button>
          {data.changed.length > 0 && <StatusBadge status="draft" labels={policyStates} />}
          <p className="w-full text-cafecito-soft wrap-anywhere">
            {data.phone} · {data.email}
            <br />
            {factsValueText('address', data.address)}
          </p>
        </div>
      )}
    </section>
  );
}
