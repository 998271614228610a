import * as z from 'zod/mini';
import { MAX_CURSOR_LENGTH } from './live-limits.ts';

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

/**
 * GET /api/admin/events, a stream of server-sent events. `since`, or the header `Last-Event-ID` before it, is the `id`
 * of the last event that the caller has; a reader without one begins now.
 *
 * - `hello`, first: `{resumed}`. When `false`, changes may have been missed: what is shown is read again.
 * - `changes`: an array of `LiveChange`, each at least once.
 * - `beat`, after `BEAT_MS` of silence: the connection works.
 */
export const eventsQuerySchema = z.object({
  since: z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH, 'too_long'))),
});
export type LiveHello = { resumed: boolean };
