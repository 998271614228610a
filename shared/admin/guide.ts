import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';
import type { TextNode } from '#shared/core/rich-text.ts';

export const guideParamsSchema = z.object({ id: z.string().check(z.maxLength(100)) });

/** A chapter of the owner's guide; its body as in `TextNode`. */
export const guideChapterSchema = z.object({
  title: z.object(forEachLanguage(() => z.string())),
  body: z.object(forEachLanguage(() => z.array(z.custom<TextNode>()))),
});
export type GuideChapter = z.output<typeof guideChapterSchema>;
