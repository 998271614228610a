import { useId } from 'react';
import * as m from '#messages';
import { LoadError, Skeleton } from '../load-states.tsx';
import { StatusBadge } from '../status.tsx';
import { useFaq } from './faq-api.ts';
import { policyStates } from './policies-panel.tsx';

/** How many questions there are, and the way to them. */
export function FaqPanel({ onOpen }: { onOpen: () => void }) {
  const id = useId();
  const { data, error, refetch } = useFaq();
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{m.admin_faq_title()}</h2>
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={1} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <button type="button" className="text-button" onClick={onOpen}>
            {m.admin_faq_open()}
          </button>
          {data.changed.length > 0 && <StatusBadge status="draft" labels={policyStates} />}
          <p className="w-full text-cafecito-soft">{m.admin_faq_count({ count: data.questions.length })}</p>
        </div>
      )}
    </section>
  );
}
