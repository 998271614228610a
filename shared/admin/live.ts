import * as z from 'zod/mini';

/** Kinds of records that open admin screens follow. Published content is `content`, always with action `many`. */
export const LIVE_KINDS = ['order', 'inquiry', 'store', 'mail', 'template', 'anomaly', 'content'] as const;

/** `many`: one statement changed too many records to list; `id` is then `null`. */
export const LIVE_ACTIONS = ['insert', 'update', 'delete', 'many'] as const;

/**
 * A change of one record. `version` is the one after the change (before it, for a deletion), if its kind has versions.
 * `of` is the order or inquiry that a mail belongs to.
 */
export const liveChangeSchema = z.object({
  kind: z.enum(LIVE_KINDS),
  action: z.enum(LIVE_ACTIONS),
  id: z.nullable(z.string()),
  of: z.nullable(z.string()),
  version: z.nullable(z.int()),
});
export type LiveChange = z.output<typeof liveChangeSchema>;

/** The server never issues longer cursors; see `server/features/live/cursor.ts`. */
export const MAX_CURSOR_LENGTH = 1_000;
