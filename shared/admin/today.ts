import * as z from 'zod/mini';

/** How long the Today list shows a failed mail. */
export const FAILED_MAIL_DAYS = 30;

/** How long the Today list shows a failed refund, unless a later one has succeeded. */
export const FAILED_REFUND_DAYS = 30;

/**
 * GET /api/admin/summary/today: how many things wait for the owner.
 * `late`, `due` and `toShip` are orders to process: past their promised day, due today, and due later. `toAnswer` are
 * inquiries older than 48 hours. `anomalies` are payments that match no checkout. `disputes` await the shop's answer.
 * `failedRefunds` and `failedMails` failed in the last 30 days. `certificates` are accounts whose resale certificate has
 * ended or ends within 30 days.
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
  certificates: z.int(),
});
export type Today = z.output<typeof todaySchema>;
