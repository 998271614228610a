import type { BaseDeps } from '#server/deps.ts';
import { countUnsent } from '#server/features/emails/outbox.ts';
import { countOpenAnomalies, countOpenCheckouts } from '#server/features/settlement/service.ts';

/** The shortest time between two reads of the database, however often the metrics are read. */
const FRESH_MS = 5_000;

/** Metrics from the database, the same at every instance: waiting work, and problems for the owner. */
export function collectShopFigures({
  db,
  clock,
  metrics: { registry },
}: Pick<BaseDeps, 'db' | 'clock' | 'metrics'>): void {
  const mails = registry.gauge<{ status: 'queued' | 'failed' }>('shop_outbox_mails', 'Mails that are not sent.', [
    'status',
  ]);
  const age = registry.gauge('shop_outbox_oldest_queued_seconds', 'How long the oldest queued mail has waited.');
  const checkouts = registry.gauge('shop_open_checkouts', 'Checkouts that are neither paid nor canceled.');
  const anomalies = registry.gauge('shop_payment_anomalies_open', 'Payments that fit no checkout, not dealt with.');
  let lastMs = Number.NEGATIVE_INFINITY;
  registry.onCollect(async () => {
    if (performance.now() - lastMs < FRESH_MS) return;
    const [unsent, open, unresolved] = await Promise.all([
      countUnsent(db),
      countOpenCheckouts(db),
      countOpenAnomalies(db),
    ]);
    lastMs = performance.now();
    mails.set({ status: 'queued' }, unsent.queued);
    mails.set({ status: 'failed' }, unsent.failed);
    age.set({}, unsent.oldestQueuedAt ? (clock.now().getTime() - unsent.oldestQueuedAt.getTime()) / 1000 : 0);
    checkouts.set({}, open);
    anomalies.set({}, unresolved);
  });
}
