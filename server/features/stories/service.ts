import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  listContent,
  publish,
} from '#server/features/content/service.ts';
import { changePictured, createPictured, type PicturedKind } from '#server/features/media/pictured-content.ts';
import { bestOf } from '#shared/admin/find-rank.ts';
import type { Changed } from '#shared/content/item.ts';
import {
  type AdminStory,
  missingInStory,
  type StoryChange,
  type StoryFields,
  type StoryInput,
} from '#shared/content/stories.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { newestFirst, STORY_CONTENT, storyKind, toStoryFields } from './kinds.ts';

const PICTURED: PicturedKind<StoryFields, 'title'> = {
  kind: storyKind,
  kinds: STORY_CONTENT,
  idPrefix: 's',
  toFields: toStoryFields,
  named: 'title',
  picturesIn: ({ picture }) => (picture ? [picture] : []),
  picturePath: () => 'picture',
  toWire,
};

/** All stories for the admin, with their drafts, newest first. */
export async function listStories(deps: Pick<ContentDeps, 'db'>): Promise<AdminStory[]> {
  return (await listContent(deps, storyKind)).map(toWire).sort(newestFirst);
}

/** Stories whose title or text has these words. */
export async function findStories(
  deps: Pick<ContentDeps, 'db'>,
  q: string,
  limit: number,
): Promise<Pick<AdminStory, 'id' | 'title'>[]> {
  const found = bestOf(await listStories(deps), q, {
    textsOf: ({ title, summary, body, ingredients, steps }) =>
      [title, summary, body, ingredients, steps].flatMap((text) => Object.values(text)),
    limit,
  });
  return found.map(({ id, title }) => ({ id, title }));
}

/** @throws AppError `not_found` */
async function getStory(deps: Pick<ContentDeps, 'db'>, id: string): Promise<AdminStory> {
  const item = await findContent(deps, storyKind, id);
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/** Adds a story as a draft, dated today by default. @throws AppError `validation` an unknown picture */
export async function createStory(deps: ContentDeps, input: StoryInput): Promise<AdminStory> {
  return toWire(await createPictured(deps, PICTURED, { publishedOn: shopDay(deps.clock.now()), ...input }));
}

/**
 * Changes fields of a story: as a draft, or with `publish` at once and only these. Hiding is never refused.
 *
 * @throws AppError `not_found` · `stale_version` with the story as `current` · `validation` with the missing facts
 */
export async function updateStory(
  deps: ContentDeps,
  id: string,
  { version, publish: isPublished = false, ...change }: StoryChange,
): Promise<Changed<AdminStory>> {
  const revision = await changePictured(deps, PICTURED, id, { version, isPublished, change });
  return { ...(await getStory(deps, id)), revision };
}

/**
 * Deletes a story; a story of `brand/` follows its files again. To get back what was public, undo the returned
 * revision.
 *
 * @returns the revision of the deletion; `null` for a draft that was never public
 * @throws AppError `not_found` · `stale_version`
 */
export async function deleteStory(
  deps: ContentDeps,
  id: string,
  version: number | undefined,
): Promise<{ revision: number | null }> {
  const request = { kind: storyKind.kind, id, what: 'remove' as const, version };
  const revision = await publish(deps, STORY_CONTENT, [request], { asCaller: toWire });
  return { revision: revision?.id ?? null };
}

function toWire({ id, version, origin, changed, fields, published }: ContentItem): AdminStory {
  const story = toStoryFields(fields);
  return {
    ...story,
    id,
    version,
    origin,
    // The description of a picture counts as a change of the picture.
    changed: [...new Set(changed.map((field) => (field === 'pictures' ? 'picture' : field)))],
    shown: published && toStoryFields(published).state,
    missing: missingInStory(story),
    isFirst: storyKind.defaults.has(id),
  };
}
