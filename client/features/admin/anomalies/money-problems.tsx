import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { formatPrice } from '#shared/core/money.ts';
import type { Anomaly } from '#shared/orders/admin-orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { FactsList } from '../kit/detail/facts-list.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { formatMoment } from '../kit/format.ts';
import { wholeRead } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';

/** Payments that match no checkout: their facts, what to do, and a button that resolves it. */
export default function MoneyProblems() {
  const read = wholeRead(useQuery<Anomaly[]>({ queryKey: adminKeys.anomalies }));
  const [settled, setSettled] = useState<Anomaly | null>(null);
  const resolve = useResolve(() => setSettled(null));
  return (
    <>
      <RowStates read={read}>
        {(anomalies) => (
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
        )}
      </RowStates>
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
    <Link className="link" href={adminPath('orders', { q: number })}>
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
    failed: (error) => toastFailed(m.admin_anomaly_resolve_failed(), error),
    refresh: [adminKeys.anomalies, adminKeys.summary],
  });
}

/** What happened, and what the owner has to do. */
function anomalyLabels(kind: string): { title: string; todo: string } {
  switch (kind) {
    case 'amount_mismatch':
      return { title: m.admin_anomaly_amount_title(), todo: m.admin_anomaly_amount_todo() };
    case 'possible_duplicate':
      return { title: m.admin_anomaly_duplicate_title(), todo: m.admin_anomaly_duplicate_todo() };
    case 'oversold':
      return { title: m.admin_anomaly_oversold_title(), todo: m.admin_anomaly_oversold_todo() };
    case 'wrong_mode':
      return { title: m.admin_anomaly_mode_title(), todo: m.admin_anomaly_mode_todo() };
    case 'stale_event':
      return { title: m.admin_anomaly_clock_title(), todo: m.admin_anomaly_clock_todo() };
    default:
      return { title: m.admin_anomaly_other_title(), todo: m.admin_anomaly_other_todo() };
  }
}

const names: Readonly<Record<string, () => string>> = {
  order: m.admin_col_order,
  customer: m.admin_col_customer,
  email: m.admin_fact_email,
  phone: m.admin_fact_phone,
  totalCents: m.admin_anomaly_total,
  currency: m.admin_anomaly_currency,
  paidCents: m.admin_anomaly_paid,
  paidCurrency: m.admin_anomaly_paid_currency,
  missing: m.admin_anomaly_missing,
  firstPayment: m.admin_anomaly_first_payment,
  checkoutId: m.admin_anomaly_checkout,
};

/** The known facts; a fact without a label is shown by its key. */
function anomalyDetails(detail: Anomaly['detail']): { name: string; label: string; text: string }[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    if (value === null) return [];
    const label = Object.hasOwn(names, name) ? names[name]?.() : undefined;
    const text = name.endsWith('Cents') ? formatPrice(Number(value), getLanguage()) : String(value);
    return [{ name, label: label ?? name, text }];
  });
}
