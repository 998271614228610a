import * as z from 'zod/mini';

/** One thing that the owner can change: its kind, such as `product`, and its id. */
const itemSchema = z.object({ kind: z.string(), id: z.string() });

/**
 * Fields of an item with their values before and after; `null` for an item that did not exist before, or does not exist
 * after.
 */
const revisionChangeSchema = z.object({
  ...itemSchema.shape,
  name: z.string(),
  fields: z.array(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});

/** GET /api/admin/revisions, newest first: what was published. `restores` is the revision that this one reverted. */
export const revisionSchema = z.object({
  id: z.int(),
  createdAt: z.string(),
  author: z.string(),
  restores: z.nullable(z.int()),
  changes: z.array(revisionChangeSchema),
});
export type Revision = z.output<typeof revisionSchema>;

/**
 * Items whose draft differs from the published version, with both values of each field; `before` is `null` for an item
 * that was never public.
 */
export const unpublishedSchema = z.object({
  ...itemSchema.shape,
  version: z.int(),
  name: z.string(),
  fields: z.array(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.record(z.string(), z.unknown()),
});
export type Unpublished = z.output<typeof unpublishedSchema>;

/**
 * DELETE /api/admin/drafts/{kind}/{id}?version= (204): discards an item's draft; an item that was never public is
 * deleted.
 */
export const draftParamsSchema = z.object({
  kind: z.string('required').check(z.regex(/^[a-z_]{1,40}$/, 'invalid')),
  id: z.string('required').check(z.regex(/^[\w-]{1,64}$/, 'invalid')),
});

/** POST /api/admin/publish: publishes all drafts, or only these items. */
export const publishInputSchema = z.object({
  items: z.optional(z.array(draftParamsSchema, 'invalid').check(z.maxLength(500, 'too_many_rows'))),
});
/** `revision` is `null` when there was nothing to publish. */
export const publishAnswerSchema = z.object({ revision: z.nullable(revisionSchema) });

/**
 * GET /api/admin/preview: the page at `path` with all saved drafts, as HTML that runs no script. `item`
 * (`product:<id>`) also shows that thing if it is still a draft. With `edit=1` each sentence links to its form.
 */
export const previewQuerySchema = z.object({
  path: z.string('required').check(z.regex(/^\/[\w/-]{0,199}$/, 'invalid')),
  lang: z.optional(z.string('invalid').check(z.regex(/^[a-z]{2}$/, 'language_invalid'))),
  item: z.optional(z.string('invalid').check(z.regex(/^[a-z_]{1,40}:[\w-]{1,64}$/, 'invalid'))),
  edit: z.optional(z.literal('1', 'invalid')),
});
/** The address of a preview, for a frame or a separate tab. */
export function previewUrl(path: string, language: string, item?: string, isEdited = false): string {
  const shown = item === undefined ? '' : `&item=${encodeURIComponent(item)}`;
  return `/api/admin/preview?path=${encodeURIComponent(path)}&lang=${language}${shown}${isEdited ? '&edit=1' : ''}`;
}

export const revisionParamsSchema = z.object({
  id: z.pipe(
    z.string('invalid').check(z.regex(/^[1-9]\d{0,8}$/, 'invalid')),
    z.transform((s: string) => Number(s)),
  ),
});
