import type { PictureFacts, PictureName } from '#shared/content/picture-ref.ts';
import type { AdminStory, StoryFields } from '#shared/content/stories.ts';
import { NEW_STORY } from '#shared/content/text-keys.ts';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { slugOf } from '#shared/core/slug.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { numberText, parseNumber } from '../../kit/form/numbers.ts';

type Both = Record<Language, string>;

/** The values of a story's form; the number as typed, so that a typing error is not lost. */
export type StoryValues = {
  kind: StoryFields['kind'];
  title: Both;
  slug: Both;
  summary: Both;
  body: Both;
  publishedOn: string;
  picture: string;
  /** The id of the story's product; empty without one. */
  product: string;
  yields: Both;
  minutes: string;
  ingredients: Both;
  steps: Both;
};

const TEXTS = ['title', 'slug', 'summary', 'body', 'yields', 'ingredients', 'steps'] as const;

/** An empty story, dated today. */
export function newStory(): AdminStory {
  const empty = () => forEachLanguage(() => '');
  return {
    ...{ id: NEW_STORY, version: 0, origin: 'custom', changed: [], shown: null, missing: [], isFirst: false },
    ...{ slug: empty(), kind: 'recipe', state: 'draft', title: empty(), summary: empty(), body: empty() },
    ...{ publishedOn: shopDay(new Date()), picture: null, product: null, pictures: {} },
    ...{ yields: empty(), minutes: null, ingredients: empty(), steps: empty() },
  };
}

export function valuesOf(story: AdminStory): StoryValues {
  const { kind, publishedOn, picture, product, minutes } = story;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, { ...story[name] }]));
  return {
    ...(texts as Pick<StoryValues, (typeof TEXTS)[number]>),
    kind,
    publishedOn,
    picture: picture ?? '',
    product: product ?? '',
    minutes: numberText(minutes),
  };
}

/** The fields that the form edits; the state has its own buttons. */
type FormFields = Omit<StoryFields, 'state' | 'pictures'>;

/** @returns the fields to save, and the errors by path */
export function fieldsOf(values: StoryValues): { fields: FormFields; errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {};
  const { publishedOn, picture, minutes } = values;
  const number = minutes.trim() === '' ? null : parseNumber(minutes);
  if (minutes.trim() !== '' && (number === null || !Number.isInteger(number) || number < 1)) errors.minutes = 'invalid';
  if (publishedOn === '') errors.publishedOn = 'day_invalid';
  const slug = forEachLanguage((language) => values.slug[language].trim().toLowerCase());
  for (const language of LANGUAGES) {
    if (slug[language] !== slugOf(slug[language])) errors[`slug.${language}`] = 'slug_invalid';
  }
  const chosen = { picture: (picture || null) as PictureName | null, product: values.product || null };
  return { fields: { ...values, slug, ...chosen, minutes: number }, errors };
}

/** Sets a title, and the slugs that follow it unless they were edited. */
export function titled(
  { title, slug }: Pick<StoryValues, 'title' | 'slug'>,
  language: Language,
  text: string,
): Pick<StoryValues, 'title' | 'slug'> {
  const follows = slug[language] === '' || slug[language] === slugOf(title[language]);
  return { title: { ...title, [language]: text }, slug: follows ? { ...slug, [language]: slugOf(text) } : slug };
}

/** The fields with the facts of their picture, for checking what is missing. */
export const wholeOf = (fields: FormFields, pictures: Readonly<Record<string, PictureFacts>>): StoryFields => ({
  ...fields,
  pictures,
  state: 'live',
});
