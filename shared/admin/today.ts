import * as z from 'zod/mini';

/** A failed mail stays on the list of the day for this long. */
export const FAILED_MAIL_DAYS = 30;

/** A failed refund, unless a later one has succeeded. */
export const FAILED_REFUND_DAYS = 30;

/**
 * GET /api/admin/summary/today: how many things wait for the owner. `late` are orders that are pending or processing past the day
 * that was promised, `due` those of today, `toShip` the others; `toAnswer` are inquiries that have waited for over 48 hours; `anomalies` are
 * payments that match no checkout; `disputes` await the shop's answer; `failedRefunds` are orders
 * whose refund came back or was refused in the last 30 days; `failedMails` were given up in the last 30 days.
 */
export const todaySchema = z.object({
  toShip: z.int(),
  late: z.int(),
  due: z.int(),
  toAnswer: z.int(),
  anomalies: z.int(),
  disputes: z.int(),
  failedRefunds: z.int(),
  failedMails: z.int(),
});
export type Today = z.output<typeof todaySchema>;
