import type { Language, Localized } from '#shared/core/language.ts';
import type { TextNode } from '#shared/core/rich-text.ts';
import type { PictureFacts, PictureName } from './picture-ref.ts';

export const STORY_KINDS = ['recipe', 'news'] as const;
export type StoryKind = (typeof STORY_KINDS)[number];

type Lines = Readonly<Record<Language, readonly string[]>>;

/** A story as pages show it. `publishedOn` is a day, `2026-11-22`; `minutes` is a recipe's total time. */
export type StoryPage = {
  id: string;
  slug: Localized;
  kind: StoryKind;
  title: Localized;
  summary: Localized;
  publishedOn: string;
  minutes: number | null;
  /** `null` only in a preview of a draft. */
  picture: PictureName | null;
  /** The id of the product that it is about. */
  product: string | null;
  pictures: Readonly<Record<string, PictureFacts>>;
  /** Only in its own document. */
  text?: {
    body: Readonly<Record<Language, readonly TextNode[]>>;
    recipe: { yields: Localized; ingredients: Lines; steps: Lines } | null;
  };
};
