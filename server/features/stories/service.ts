import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  createDraft,
  findContent,
  listContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import { withMissingSlugs } from '#server/features/content/slugs.ts';
import { keepPictures, requirePictures } from '#server/features/media/picture-facts.ts';
import { shopDay } from '#shared/ship-days.ts';
import {
  type AdminStory,
  type ChangedStory,
  missingInStory,
  type StoryChange,
  type StoryInput,
} from '#shared/stories.ts';
import { EMPTY_STORY, newestFirst, STORY_CONTENT, storyKind, toStoryFields } from './kinds.ts';

const picturePath = () => 'picture';
const named = (picture: string | null | undefined) => (picture ? [picture] : []);

/** All stories for the admin, with their drafts, newest first. */
export async function listStories(deps: Pick<ContentDeps, 'db'>): Promise<AdminStory[]> {
  return (await listContent(deps, storyKind)).map(toWire).sort(newestFirst);
}

/** @throws AppError `not_found` */
async function getStory(deps: Pick<ContentDeps, 'db'>, id: string): Promise<AdminStory> {
  const item = await findContent(deps, storyKind, id);
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/** Adds a story as a draft; it is of today unless it says otherwise. @throws AppError `validation` an unknown picture */
export async function createStory(deps: ContentDeps, input: StoryInput): Promise<AdminStory> {
  const id = `s${deps.clock.now().getTime().toString(36)}${randomBytes(3).toString('hex')}`;
  await requirePictures(deps.db, named(input.picture), picturePath);
  const publishedOn = shopDay(deps.clock.now());
  const fields = { ...EMPTY_STORY, publishedOn, ...withMissingSlugs(EMPTY_STORY, input, 'title') };
  const created = await createDraft(deps, storyKind, id, fields);
  await keepPictures(deps.db, named(input.picture));
  return toWire(created);
}

/**
 * Changes fields of a story: as a draft, or with `publish` at once and only these. Hiding is never refused.
 *
 * @throws AppError `not_found` · `stale_version` with the story as `current` · `validation` with what it lacks
 */
export async function updateStory(
  deps: ContentDeps,
  id: string,
  { version, publish: isPublished = false, ...change }: StoryChange,
): Promise<ChangedStory> {
  const saved = await findContent(deps, storyKind, id);
  const fields = saved ? withMissingSlugs(toStoryFields(saved.fields), change, 'title') : change;
  // A stale version is told before anything else.
  if (saved?.version === version) await requirePictures(deps.db, named(change.picture), picturePath);
  if (!isPublished) {
    await saveDraft(deps, storyKind, { id, fields, version }, toWire);
    await keepPictures(deps.db, named(change.picture));
    return { ...(await getStory(deps, id)), revision: null };
  }
  const isHiding = isDeepStrictEqual(fields, { state: 'hidden' });
  const request = { kind: storyKind.kind, id, what: { fields }, version: isHiding ? undefined : version };
  const revision = await publish(deps, STORY_CONTENT, [request], { asCaller: toWire, isUrgent: isHiding });
  await keepPictures(deps.db, named(change.picture));
  return { ...(await getStory(deps, id)), revision: revision?.id ?? null };
}

/**
 * Takes a story away; one of the brand's files follows them again. What was public can be brought back by restoring the
 * revision that this made.
 *
 * @returns that revision; `null` for a draft that was never public
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
    // What its picture says is a part of its picture.
    changed: [...new Set(changed.map((field) => (field === 'pictures' ? 'picture' : field)))],
    shown: published && toStoryFields(published).state,
    missing: missingInStory(story),
    isFirst: storyKind.defaults.has(id),
  };
}
