import * as m from '#messages';
import type { AdminStory, StoryFields } from '#shared/content/stories.ts';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';
import { dayText } from '../../../../lib/day-text.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { labelInLanguage } from '../../kit/form/label-in-language.ts';
import type { StatusLabels } from '../../kit/labels.ts';
import { bothText, pictureText } from '../product-words.ts';

/** Labels of a story's fields, for its form and the lists of changes. */
export const storyLabels: Readonly<Record<keyof StoryFields, () => string>> = {
  title: m.admin_story_title,
  slug: m.admin_product_slug,
  kind: m.admin_story_kind,
  state: m.admin_col_status,
  summary: m.admin_policy_summary,
  body: m.admin_policy_body,
  publishedOn: m.admin_story_day,
  picture: m.admin_story_picture,
  product: m.admin_story_product,
  pictures: m.admin_pictures_descriptions,
  yields: m.admin_story_yields,
  minutes: m.admin_story_minutes,
  ingredients: m.admin_story_ingredients,
  steps: m.admin_story_steps,
};

export const storyKinds: Readonly<Record<StoryFields['kind'], () => string>> = {
  recipe: m.stories_recipe,
  news: m.stories_news,
};

/** Its state for shoppers, or that it has unpublished changes. */
type Standing = 'live' | 'hidden' | 'draft' | 'changed';
export const storyStates: StatusLabels<Standing> = {
  live: { tone: 'green', label: m.admin_story_live },
  hidden: { tone: 'yellow', label: m.admin_product_hidden },
  draft: { tone: 'blue', label: m.admin_product_draft },
  changed: { tone: 'blue', label: m.admin_product_unpublished },
};
export const standingOf = ({ shown, changed }: AdminStory): Standing =>
  shown === null ? 'draft' : shown !== 'live' ? 'hidden' : changed.length > 0 ? 'changed' : 'live';

/** A story by its title in the language of the screen. */
export function storyName({ title }: Pick<AdminStory, 'title'>): string {
  const other = LANGUAGES.map((language) => title[language]).find((text) => text !== '');
  return title[getLanguage()] || other || m.admin_story_untitled();
}

/** The label of a path such as `title.<language>`. */
export function storyPathLabel(path: string): string {
  const [field = '', at] = path.split('.');
  const label = Object.hasOwn(storyLabels, field) ? storyLabels[field as keyof StoryFields]() : field;
  const language = LANGUAGES.find((each) => each === at);
  return language ? labelInLanguage(label, language) : label;
}

/** A field's value as text; a long text only by its length. */
export function storyValueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return m.admin_value_none();
  if (field === 'kind') return storyKinds[value as StoryFields['kind']]?.() ?? String(value);
  if (field === 'state') return storyStates[value as 'live']?.label() ?? String(value);
  if (field === 'publishedOn') return dayText(String(value), getLanguage());
  if (field === 'picture') return pictureText(String(value));
  if (field === 'pictures') {
    const described = Object.values(value as StoryFields['pictures']).map(({ alt }) => bothText(alt));
    return described.join('; ') || m.admin_value_none();
  }
  if (typeof value !== 'object') return String(value);
  const texts = value as Localized;
  if (!['body', 'ingredients', 'steps'].includes(field)) return bothText(texts);
  const lengths = LANGUAGES.map((language) => `${texts[language].length} (${language.toUpperCase()})`);
  return m.admin_policy_length({ lengths: lengths.join(', ') });
}
