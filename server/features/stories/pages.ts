import type { ContentKind, Fields, RevisionChange } from '#server/features/content/kind.ts';
import { knownSlugs, slugHistory } from '#server/features/content/slugs.ts';
import { factsOf } from '#server/features/facts/kinds.ts';
import { fillLine, type TextValues, toTextNodes } from '#server/rich-text.ts';
import { brandWords } from '#shared/content/brand-words.ts';
import type { KnownSlug } from '#shared/content/page-addresses.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import { linesOf, type STORY_PLACEHOLDERS } from '#shared/content/stories.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { forEachLanguage, type Language, type Localized } from '#shared/core/language.ts';
import { newestFirst, storyKind, toStoryFields } from './kinds.ts';

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The stories as pages show them, newest first; without any, the key is missing. `null`: nothing is saved. */
export function storyContent(
  snapshot: Snapshot | null,
  { defaults }: Pick<ContentKind, 'defaults'> = storyKind,
): { stories?: readonly StoryPage[] } {
  const facts = factsOf(snapshot);
  const saved = new Map([...defaults, ...(snapshot?.items.get(storyKind.kind) ?? [])]);
  const stories = [...saved].flatMap(([id, fields]) => toPage(id, fields, facts) ?? []);
  return stories.length === 0 ? {} : { stories: stories.sort(newestFirst) };
}

/** The changes that reveal earlier addresses of stories. */
export const STORY_HISTORY = slugHistory(storyKind);
export const storySlugs = (history: readonly RevisionChange[]): KnownSlug[] => knownSlugs(storyKind, history);

/** `null` for a hidden one. */
function toPage(id: string, saved: Fields, facts: PublicFacts): StoryPage | null {
  const { state, picture, ...story } = toStoryFields(saved);
  if (state !== 'live') return null;
  const { slug, kind, publishedOn, pictures, product, minutes } = story;
  const filled = (text: Localized) =>
    forEachLanguage((language) => fillLine(text[language], valuesIn(language, facts)));
  const lines = (text: Localized) => {
    const both = filled(text);
    return forEachLanguage((language) => linesOf(both[language]));
  };
  const isRecipe = kind === 'recipe';
  return {
    id,
    slug,
    kind,
    title: filled(story.title),
    summary: filled(story.summary),
    publishedOn,
    minutes: isRecipe ? minutes : null,
    picture,
    pictures,
    product,
    text: {
      body: forEachLanguage((language) => toTextNodes(story.body[language], { values: valuesIn(language, facts) })),
      recipe: isRecipe
        ? { yields: filled(story.yields), ingredients: lines(story.ingredients), steps: lines(story.steps) }
        : null,
    },
  };
}

function valuesIn(language: Language, facts: PublicFacts): TextValues {
  const words = brandWords(language, facts);
  const values: Record<(typeof STORY_PLACEHOLDERS)[number], string> = {
    brandName: words.brand ?? '',
    city: words.city ?? '',
    email: facts.email,
    phone: facts.phone,
  };
  return values;
}
