import type { Language, Localized } from '#shared/core/language.ts';
import type { TextNode } from '#shared/core/rich-text.ts';
import type { PictureFacts, PictureName } from './picture-ref.ts';

export const STORY_KINDS = ['recipe', 'news'] as const;
export type StoryKind = (typeof STORY_KINDS)[number];

type Lines = Readonly<Record<Language, readonly string[]>>;

/** A story as pages show it. `publishedOn` is a day, `2026-11-22`; `minutes` what a recipe takes in all. */
export type StoryPage = {
  id: string;
  slug: Localized;
  kind: StoryKind;
  title: Localized;
  summary: Localized;
  publishedOn: string;
  minutes: number | null;
  /** None in a preview of what is still being written. */
  picture: PictureName | null;
  pictures: Readonly<Record<string, PictureFacts>>;
  /** What only its own page says: a list of stories goes without. */
  text?: {
    body: Readonly<Record<Language, readonly TextNode[]>>;
    recipe: { yields: Localized; ingredients: Lines; steps: Lines } | null;
  };
};
