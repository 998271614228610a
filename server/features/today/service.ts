import type { BaseDeps } from '#server/deps.ts';
import { countFailedSince } from '#server/features/emails/outbox.ts';
import {
  countDueOrders,
  countFailedRefunds,
  countLateOrders,
  countOpenDisputes,
  getOrderTotals,
} from '#server/features/orders/admin-service.ts';
import { countAnomalies } from '#server/features/settlement/admin-service.ts';
import { countUnanswered } from '#server/features/wholesale/service.ts';
import { FAILED_MAIL_DAYS, type Today } from '#shared/admin/today.ts';

const DAY_MS = 24 * 3_600_000;

/** What waits for the owner. Each count reads counters or an index, however many records there are. */
export async function countToday(deps: BaseDeps): Promise<Today> {
  const { db, clock } = deps;
  const [totals, late, due, toAnswer, anomalies, disputes, failedRefunds, failedMails] = await Promise.all([
    getOrderTotals(deps),
    countLateOrders(deps),
    countDueOrders(deps),
    countUnanswered(deps),
    countAnomalies(deps),
    countOpenDisputes(deps),
    countFailedRefunds(deps),
    countFailedSince(db, new Date(clock.now().getTime() - FAILED_MAIL_DAYS * DAY_MS)),
  ]);
  const toShip = Math.max(0, totals.ordersToProcess - late - due);
  return { toShip, late, due, toAnswer, anomalies, disputes, failedRefunds, failedMails };
}
