import { useState } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { Anomaly } from '#shared/orders/admin-orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { FactsList } from '../kit/detail/facts-list.tsx';
import { formatMoment } from '../kit/format.ts';
import { toastError, useAction } from '../kit/use-action.ts';
import { anomalyDetails, anomalyLabels } from './anomaly-labels.ts';

/** The facts of each anomaly, what to do, and a button that resolves it. */
export default function AnomalyList({ anomalies }: { anomalies: readonly Anomaly[] }) {
  const [settled, setSettled] = useState<Anomaly | null>(null);
  const resolve = useResolve(() => setSettled(null));
  return (
    <>
      <ul className="grid gap-3">
        {anomalies.map((anomaly) => (
          <li key={anomaly.id} className="border-line border-b pb-3 last:border-0 last:pb-0">
            <AnomalyFacts anomaly={anomaly} />
            <Button size="small" variant="quiet" className="mt-2" onClick={() => setSettled(anomaly)}>
              {m.admin_anomaly_resolve()}
            </Button>
          </li>
        ))}
      </ul>
      {settled && (
        <ConfirmDialog
          title={m.admin_anomaly_resolve_title()}
          text={m.admin_anomaly_resolve_text()}
          confirm={m.admin_anomaly_resolve()}
          isPending={resolve.isPending}
          onConfirm={() => resolve.mutate(settled.id)}
          onClose={() => setSettled(null)}
        />
      )}
    </>
  );
}

function AnomalyFacts({ anomaly }: { anomaly: Anomaly }) {
  const { title, todo } = anomalyLabels(anomaly.kind);
  const { paymentIntentId: reference } = anomaly;
  return (
    <>
      <p className="font-bold">{title}</p>
      <p className="mt-1">{todo}</p>
      <details className="mt-2">
        <summary className="text-button list-item!">{m.admin_anomaly_known()}</summary>
        <FactsList
          facts={[
            [
              m.admin_order_payment_reference(),
              anomaly.paymentUrl ? (
                <a key="payment" className="link" href={anomaly.paymentUrl} target="_blank" rel="noreferrer">
                  {reference}
                </a>
              ) : (
                reference
              ),
            ],
            [m.admin_anomaly_seen(), formatMoment(anomaly.createdAt)],
            ...anomalyDetails(anomaly.detail).map(
              ({ name, label, text }) =>
                [label, name === 'order' ? <OrderLink key={name} number={text} /> : text] as const,
            ),
          ]}
        />
      </details>
    </>
  );
}

/** Links to the orders screen, searching for this one. */
function OrderLink({ number }: { number: string }) {
  return (
    <Link className="link" href={`${ADMIN_SCREEN_PATHS.orders}?q=${number}`}>
      {number}
    </Link>
  );
}

function useResolve(onDone: () => void) {
  return useAction({
    call: (id: string) => callApi(`${adminKeys.anomalies[0]}/${id}/resolve`, { method: 'POST' }),
    done: () => {
      toast({ title: m.admin_anomaly_resolved() });
      onDone();
    },
    failed: (error) => toastError(m.admin_anomaly_resolve_failed(), error),
    refresh: [adminKeys.anomalies, adminKeys.summary],
  });
}
