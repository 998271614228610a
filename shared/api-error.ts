import * as z from 'zod/mini';

/** What every failed call answers; `issues` name the fields that a validation refused. */
export const apiErrorSchema = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
