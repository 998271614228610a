import * as z from 'zod/mini';

/** What a trial counts: in the copy, and in the shop. */
export const COUNTED = ['orders', 'lines', 'customers'] as const;
const counts = z.record(z.enum(COUNTED), z.int());
export type Counts = z.output<typeof counts>;

/** Why a trial failed; `ended`: the shop stopped, or the process was killed. */
export const TRIAL_FAILURES = ['file', 'room', 'slow', 'ended'] as const;

/** A restore into a copy, which was deleted afterwards; of the backup of `writtenAt`. */
const trialSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), writtenAt: z.string() }),
  z.object({ state: z.literal('whole'), writtenAt: z.string(), seconds: z.int(), copy: counts, shop: counts }),
  z.object({ state: z.literal('failed'), writtenAt: z.string(), failure: z.enum(TRIAL_FAILURES) }),
]);
export type Trial = z.output<typeof trialSchema>;

/**
 * GET /api/admin/backups: the newest backup and the latest trial since the start. POST …/trial starts one, unless one is
 * running, and answers the same. GET …/newest is the file.
 */
export const backupsSchema = z.object({
  newest: z.nullable(z.object({ writtenAt: z.string(), bytes: z.int() })),
  trial: z.nullable(trialSchema),
});
export type Backups = z.output<typeof backupsSchema>;
