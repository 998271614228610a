import { type SQL, sql } from 'drizzle-orm';

/** The setting with the number of the newest published revision; missing before the first one. */
export const CONTENT_REVISION = 'content_revision';

/**
 * The newest revision as a column of another statement. It tells a caller, without a further round trip, whether its
 * cached content was current at that moment.
 */
export function currentRevision(): SQL<number> {
  return sql<number>`coalesce((select value::text::int from settings where key = ${CONTENT_REVISION}), 0)`;
}
