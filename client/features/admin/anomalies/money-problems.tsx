import { useQuery } from '@tanstack/react-query';
import type { Anomaly } from '#shared/orders/admin-orders.ts';
import { adminKeys } from '../keys.ts';
import { wholeRead } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';
import AnomalyList from './anomaly-list.tsx';

/** Payments that match no checkout. */
export default function MoneyProblems() {
  const anomalies = wholeRead(useQuery<Anomaly[]>({ queryKey: adminKeys.anomalies }));
  return <RowStates read={anomalies}>{(rows) => <AnomalyList anomalies={rows} />}</RowStates>;
}
