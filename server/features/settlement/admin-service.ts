import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { paymentUrl } from '#server/features/orders/payment-url.ts';
import type { Anomaly } from '#shared/orders/admin-orders.ts';
import * as repository from './anomalies/repository.ts';

/** Unresolved payments that match no checkout. */
export async function listAnomalies({ db, config }: Pick<BaseDeps, 'db' | 'config'>): Promise<Anomaly[]> {
  return (await repository.listOpenAnomalies(db)).map((row) => toAnomaly(config, row));
}

export function countAnomalies({ db }: Pick<BaseDeps, 'db'>): Promise<number> {
  return repository.countOpenAnomalies(db);
}

/** @throws AppError `not_found` */
export async function resolveAnomaly(
  { db, config, clock }: Pick<BaseDeps, 'db' | 'config' | 'clock'>,
  id: string,
): Promise<Anomaly> {
  const row = await repository.resolveAnomaly(db, id, clock.now());
  if (!row) throw new AppError('not_found');
  return toAnomaly(config, row);
}

function toAnomaly(config: BaseDeps['config'], row: repository.AnomalyRow): Anomaly {
  return {
    ...row,
    paymentUrl: paymentUrl(config, row.paymentIntentId),
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
