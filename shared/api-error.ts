import * as z from 'zod/mini';

/** The body of every failed call; `issues` name the fields that a validation refused. */
export const apiErrorSchema = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
