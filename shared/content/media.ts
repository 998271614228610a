import * as z from 'zod/mini';
import { images } from '#brand/images.ts';
import { lineText } from '#shared/core/fields.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import type { PictureName } from './picture-ref.ts';

/** The largest upload, in bytes. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
/** The longest alt text. */
export const MAX_ALT = 300;

/** A picture of the brand by its name, or an uploaded one as `media:` and its id. */
export const pictureNameField = z.union(
  [z.enum(Object.keys(images) as [string, ...string[]]), z.string().check(z.regex(/^media:[0-9a-f]{16}$/))],
  'invalid',
) as unknown as z.ZodMiniType<PictureName>;

const perCent = z.int('invalid').check(z.minimum(0, 'invalid'), z.maximum(100, 'invalid'));
const focal = z.tuple([perCent, perCent], 'invalid');

/** The facts of an uploaded picture that pages need: see `PictureFacts`. */
export const pictureFactsSchema = z.object({
  hash: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.readonly(z.array(z.int())),
  focal: z.readonly(z.tuple([z.int(), z.int()])),
  alt: z.object(forEachLanguage(() => z.string())),
});

/** Something that shows a picture; `kind` and `id` as in GET /api/admin/changes. */
const useSchema = z.object({ kind: z.string(), id: z.string(), name: z.string() });
export type PictureUse = z.output<typeof useSchema>;

/**
 * An uploaded picture. `name` is that of the uploaded file; `bytes` is the total of all its sizes; `uses` lists where
 * it is shown, published or in drafts.
 */
export const mediaSchema = z.object({
  id: z.string(),
  name: z.string(),
  ...pictureFactsSchema.shape,
  bytes: z.int(),
  uses: z.array(useSchema),
  version: z.int(),
  createdAt: z.string(),
});
export type Media = z.output<typeof mediaSchema>;

export const mediaParamsSchema = z.object({
  id: z.string('invalid').check(z.regex(/^[0-9a-f]{16}$/, 'invalid')),
});

/** PATCH /api/admin/media/{id}. The alt text may be empty only while the picture is not public. */
export const mediaChangeSchema = z.object({
  alt: z.optional(z.object(forEachLanguage(() => lineText(MAX_ALT, { min: 0 })))),
  focal: z.optional(focal),
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type MediaChange = z.output<typeof mediaChangeSchema>;
