import * as z from 'zod/mini';

/** What every change of content carries: the `version` that it changes; `publish` publishes it at once, as one revision. */
export const changeFields = {
  version: z.int('required').check(z.nonnegative('invalid')),
  publish: z.optional(z.boolean('invalid')),
};

/**
 * What every item of the admin has besides its fields, which are those of the draft over the published ones. `changed`
 * are the fields whose draft differs; while `origin` is `default` the item follows the files of the brand.
 */
export const itemState = {
  version: z.int(),
  origin: z.enum(['default', 'custom']),
  changed: z.array(z.string()),
};

/** The answer of a change: the item, and the revision that it published; `null` when it published nothing. */
export type Changed<Item> = Item & { revision: number | null };
