import { useQuery } from '@tanstack/react-query';
import type { Anomaly } from '#shared/admin-orders.ts';
import { adminKeys } from '../keys.ts';
import { lazyPanel } from '../lazy.tsx';
import { LoadError } from '../load-states.tsx';

const AnomalyList = lazyPanel(() => import('./anomaly-list.tsx'));

/** Money that matches no checkout; renders nothing while there is none. */
export default function AnomalyBanner() {
  const { data, error, refetch } = useQuery<Anomaly[]>({ queryKey: adminKeys.anomalies });
  if (error) {
    return (
      <div className="mt-6">
        <LoadError error={error} onRetry={refetch} />
      </div>
    );
  }
  return data && data.length > 0 ? <AnomalyList anomalies={data} /> : null;
}
