import * as z from 'zod/mini';

/** Kinds of records whose changes open screens of the admin follow. What the owner publishes is `content`, always `many`. */
export const LIVE_KINDS = ['order', 'inquiry', 'store', 'mail', 'template', 'anomaly', 'content'] as const;

/** `many` stands for more changes of one statement than are worth naming; `id` is then `null`. */
export const LIVE_ACTIONS = ['insert', 'update', 'delete', 'many'] as const;

/**
 * A change of one record. `version` is the record's after the change (before it, for a deletion), where its kind has
 * versions. `of` is the order or inquiry that a mail belongs to.
 */
export const liveChangeSchema = z.object({
  kind: z.enum(LIVE_KINDS),
  action: z.enum(LIVE_ACTIONS),
  id: z.nullable(z.string()),
  of: z.nullable(z.string()),
  version: z.nullable(z.int()),
});
export type LiveChange = z.output<typeof liveChangeSchema>;

/** Longer cursors are never given out; see `server/features/live/cursor.ts`. */
export const MAX_CURSOR_LENGTH = 1_000;
