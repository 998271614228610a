import * as z from 'zod/mini';
import { LANGUAGES } from './language.ts';

/**
 * The body of every failed call. `issues` name the fields that failed validation, `code` identifies some errors for
 * programs.
 */
export const apiErrorSchema = z.object({
  message: z.string(),
  /** The message in every language, for a call with `LANGUAGE_HEADER`. */
  messages: z.optional(z.record(z.enum(LANGUAGES), z.string())),
  code: z.optional(z.string()),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
