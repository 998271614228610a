import * as z from 'zod/mini';

/** The key of visits whose source has no row of its own; `sourceOf` never returns it. */
export const OTHER_SOURCES = '*';

/** By page or language. */
const visitPartSchema = z.object({ key: z.string(), visits: z.int(), views: z.int() });
export type VisitPart = z.output<typeof visitPartSchema>;

/** By source: '' is none, `OTHER_SOURCES` are those without a row of their own. */
const visitSourceSchema = z.object({ key: z.string(), visits: z.int(), orders: z.int() });

/**
 * Visits of the requested days, in the shop's time zone; most visits first. A visit is a page opened from outside of
 * the shop; `views` are all pages that the server sent. `orders` leave out cancelled ones, and those of days before
 * `since`, so that they can be divided by visits.
 */
export const visitsSchema = z.object({
  /** The first day on which visits were counted; `null` before the first visit. */
  since: z.nullable(z.string()),
  visits: z.int(),
  views: z.int(),
  orders: z.int(),
  sources: z.array(visitSourceSchema),
  pages: z.array(visitPartSchema),
  languages: z.array(visitPartSchema),
});
export type Visits = z.output<typeof visitsSchema>;
