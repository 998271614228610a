import { stories } from '#brand/stories.ts';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { takenSlugs } from '#server/features/content/slugs.ts';
import { pictureFactsOf, readPictureFacts } from '#server/features/media/picture-facts.ts';
import { mediaIdOf, type PictureFacts } from '#shared/content/picture-ref.ts';
import { missingInStory, type StoryFields } from '#shared/content/stories.ts';
import { FALLBACK_LANGUAGE, forEachLanguage } from '#shared/core/language.ts';
import { slugOf } from '#shared/core/slug.ts';

const EMPTY = forEachLanguage(() => '');

/** The fields of a new story, all empty. */
export const EMPTY_STORY: StoryFields = {
  slug: EMPTY,
  kind: 'recipe',
  state: 'draft',
  title: EMPTY,
  summary: EMPTY,
  body: EMPTY,
  publishedOn: '',
  picture: null,
  product: null,
  pictures: {},
  yields: EMPTY,
  minutes: null,
  ingredients: EMPTY,
  steps: EMPTY,
};

/** Saved fields as a story's; fields added by this version of the shop are empty. */
export function toStoryFields(fields: Fields): StoryFields {
  return { ...EMPTY_STORY, ...(fields as Partial<StoryFields>) };
}

const defaults: ReadonlyMap<string, StoryFields> = new Map(
  stories.map(({ id, recipe, ...story }) => [
    id,
    {
      ...EMPTY_STORY,
      ...story,
      ...recipe,
      slug: forEachLanguage((language) => slugOf(story.title[language]) || slugOf(id)),
      kind: recipe ? ('recipe' as const) : ('news' as const),
      state: 'live' as const,
    },
  ]),
);

const uploadedIn = ({ picture }: StoryFields) => (picture !== null && mediaIdOf(picture) !== null ? [picture] : []);

const picturesOf = (fields: Fields, known: ReadonlyMap<string, PictureFacts>) => {
  return { pictures: pictureFactsOf(uploadedIn(toStoryFields(fields)), known) };
};

/** Stories, as content that the owner can change. */
export const storyKind: ContentKind = {
  kind: 'story',
  defaults,
  nameOf: (id, fields) => toStoryFields(fields).title[FALLBACK_LANGUAGE] || id,
  prepare: async (db) => {
    const known = await readPictureFacts(db);
    return { ...storyKind, derived: { from: ['picture'], of: (fields) => picturesOf(fields, known) } };
  },
  check: (changes, all) => {
    const issues = changes.flatMap(({ id, after }) => {
      const story = after && toStoryFields(after);
      return story?.state === 'live' ? [...missingInStory(story), ...takenSlugs(id, story, all)] : [];
    });
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
  picturesOf: (fields) => uploadedIn(toStoryFields(fields)),
  isHeldBack: (fields) => toStoryFields(fields).state === 'draft',
  previewed: { state: 'live' },
};

type Dated = { id: string; publishedOn: string };
/** The order of stories; ids decide within a day. */
export const newestFirst = (a: Dated, b: Dated): number => compare(b.publishedOn, a.publishedOn) || compare(a.id, b.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const STORY_CONTENT: readonly ContentKind[] = [storyKind];
