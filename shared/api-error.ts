import * as z from 'zod/mini';

/** The body of every failed call; `issues` name the fields that a validation refused, `code` some errors for programs. */
export const apiErrorSchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
