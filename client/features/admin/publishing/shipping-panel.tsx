import { useId } from 'react';
import * as m from '#messages';
import { LoadError, Skeleton } from '../load-states.tsx';
import { StatusBadge } from '../status.tsx';
import { policyStates } from './policies-panel.tsx';
import { useShippingRules } from './shipping-api.ts';
import { shippingValueText } from './shipping-words.ts';

/** The rule of free shipping in a line, and the way to all rules. */
export function ShippingPanel({ onOpen }: { onOpen: () => void }) {
  const id = useId();
  const { data, error, refetch } = useShippingRules();
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{m.admin_shipping_title()}</h2>
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={1} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <button type="button" className="text-button" onClick={onOpen}>
            {m.admin_shipping_open()}
          </button>
          {data.changed.length > 0 && <StatusBadge status="draft" labels={policyStates} />}
          <p className="w-full text-cafecito-soft">
            {m.admin_shipping_free()}: {shippingValueText('free', data.free)}
          </p>
        </div>
      )}
    </section>
  );
}
