import * as z from 'zod/mini';
import { blockText, inEachLanguage, lineText } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { slugField } from '#shared/core/slug.ts';
import { changeFields, itemState } from './item.ts';
import { pictureFactsSchema, pictureNameField } from './media.ts';
import { isDescribed, type PictureFacts, type PictureName } from './picture-ref.ts';
import { STORY_KINDS } from './story-page.ts';

/** `draft` was never public; `hidden` was. */
export const STORY_STATES = ['draft', 'live', 'hidden'] as const;

/** The longest texts, in characters for each language. */
export const MAX_STORY = {
  title: 120,
  /** As much as search engines show. */
  summary: 170,
  body: 20_000,
  yields: 60,
  ingredients: 4_000,
  steps: 8_000,
} as const;

/** Placeholders of a story's text, such as `{{email}}`. */
export const STORY_PLACEHOLDERS = ['brandName', 'city', 'email', 'phone'] as const;

/** A name in double braces; an unknown one is left to fill in. */
const NAMED = /\{\{[ \t]{0,8}(\w{1,63})[ \t]{0,8}\}\}/g;
const hasUnknown = (text: string) =>
  [...text.matchAll(NAMED)].some(([, name]) => !STORY_PLACEHOLDERS.some((known) => known === name));

const MAX_MINUTES = 10_000;

/** The id of a story or a product. */
const itemId = z.string('invalid').check(z.regex(/^[A-Za-z0-9][\w-]{0,63}$/, 'invalid'));

type Text = (max: number) => z.ZodMiniType<string>;

/**
 * The fields of a story, as the owner saves them; a draft may leave texts empty, `picture` and `minutes` `null`.
 *
 * `body` is Markdown; `publishedOn` a day, `2026-11-22`; `product` the id of the product that the story is about.
 * `yields`, `ingredients`, `steps` (one per line) and `minutes` belong to recipes; news keep their values but do not show
 * them.
 */
const storyShape = (line: Text, block: Text) => ({
  slug: inEachLanguage(slugField),
  kind: z.enum(STORY_KINDS, 'invalid'),
  state: z.enum(STORY_STATES, 'status_invalid'),
  title: inEachLanguage(line(MAX_STORY.title)),
  summary: inEachLanguage(line(MAX_STORY.summary)),
  body: inEachLanguage(block(MAX_STORY.body)),
  publishedOn: z
    .string('invalid')
    .check(z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day), 'day_invalid')),
  picture: z.nullable(pictureNameField),
  product: z.nullable(itemId),
  yields: inEachLanguage(line(MAX_STORY.yields)),
  minutes: z.nullable(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(MAX_MINUTES, 'invalid'))),
  ingredients: inEachLanguage(block(MAX_STORY.ingredients)),
  steps: inEachLanguage(block(MAX_STORY.steps)),
});

/** Whether the day exists: not 2026-02-30. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

const savedShape = storyShape(
  (max) => lineText(max, { min: 0 }),
  (max) => blockText(max),
);
const storyFieldsSchema = z.object(savedShape);
/** The fields of a story; see `storyShape` for their meanings. */
export type StoryFields = z.output<typeof storyFieldsSchema> & {
  /** Facts of the uploaded pictures, by name; the server copies them when it publishes. */
  pictures: Readonly<Record<string, PictureFacts>>;
};

const changes = z.partial(storyFieldsSchema);
/**
 * POST /api/admin/stories (201): any of the fields; omitted fields are empty, the day is today, and the story is a
 * draft.
 */
export const storyInputSchema = changes;
export type StoryInput = z.output<typeof storyInputSchema>;
/**
 * PATCH /api/admin/stories/{id}: any of the fields, and the `version` that they change. With `publish: true` exactly
 * these fields are published, as one revision; hiding is never refused.
 */
export const storyChangeSchema = z.object({
  ...changes.shape,
  ...changeFields,
});
export type StoryChange = z.output<typeof storyChangeSchema>;

export const storyParamsSchema = z.object({ id: itemId });

/**
 * A story for the admin: drafts merged over the published fields. `changed` are the fields whose draft differs; `shown`
 * is the published state, `null` if it was never published; `missing` are paths of what it needs before it can be live.
 */
export const adminStorySchema = z.object({
  id: z.string(),
  ...storyShape(
    () => z.string(),
    () => z.string(),
  ),
  picture: z.nullable(z.string()) as unknown as z.ZodMiniType<PictureName | null>,
  pictures: z.record(z.string(), pictureFactsSchema),
  ...itemState,
  shown: z.nullable(z.enum(STORY_STATES)),
  missing: z.array(z.object({ path: z.string(), code: z.string() })),
  /** The story comes with the brand: deleting it restores its first version. */
  isFirst: z.boolean(),
});
export type AdminStory = z.output<typeof adminStorySchema>;

/** The answer of DELETE: the revision that it published; `null` for a draft that was never public. */
export const deletedStorySchema = z.object({ revision: z.nullable(z.int()) });
export type DeletedStory = z.output<typeof deletedStorySchema>;

/** What a story needs before it can be live, as paths of a field and a language. */
export function missingInStory(story: StoryFields): { path: string; code: string }[] {
  const { kind, slug, title, summary, body, yields, ingredients, steps } = story;
  const texts = { title, slug, summary, body, ...(kind === 'recipe' && { yields, ingredients, steps }) };
  const missing = Object.entries(texts).flatMap(([field, both]) =>
    LANGUAGES.flatMap((language) => {
      const path = `${field}.${language}`;
      if (both[language].trim() === '') return [{ path, code: 'required' }];
      return hasUnknown(both[language]) ? [{ path, code: 'placeholder_left' }] : [];
    }),
  );
  if (!story.picture || !isDescribed(story.picture, story.pictures))
    missing.push({ path: 'picture', code: 'required' });
  if (kind === 'recipe' && story.minutes === null) missing.push({ path: 'minutes', code: 'required' });
  return missing;
}

/** The lines of a list written one item per line, without empty lines and bullets. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}
