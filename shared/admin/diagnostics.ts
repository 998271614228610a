import * as z from 'zod/mini';
import { LANGUAGES } from '#shared/core/language.ts';

/** `fault`: something does not work. `warning`: it works, but should be changed before real sales. */
export const SETUP_STATES = ['fault', 'warning', 'ok'] as const;
export type SetupState = (typeof SETUP_STATES)[number];

/** The result of one check, in the reader's language; `todo` is `null` if there is nothing to do. */
export const setupCheckSchema = z.object({
  id: z.string(),
  state: z.enum(SETUP_STATES),
  title: z.string(),
  text: z.string(),
  todo: z.nullable(z.string()),
});
export type SetupCheck = z.output<typeof setupCheckSchema>;

/** `?lang=es` as on the pages; without it the cookie's language, else the browser's. */
export const setupQuerySchema = z.object({ lang: z.optional(z.enum(LANGUAGES, 'invalid')) });

/** GET /api/admin/setup: worst first. `checkedAt` is an ISO time. */
export const setupSchema = z.object({ checkedAt: z.string(), checks: z.array(setupCheckSchema) });
export type Setup = z.output<typeof setupSchema>;
