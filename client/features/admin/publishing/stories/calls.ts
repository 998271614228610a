import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminStory, DeletedStory, StoryChange, StoryInput } from '#shared/content/stories.ts';
import { NEW_STORY } from '#shared/content/text-keys.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';
import { toastFailed } from '../../kit/detail/toast-failed.ts';
import { offerUndo } from '../../kit/undo/undo.ts';
import { refreshContent, restoreRevision } from '../api.ts';
import type { ContentCalls, Saved } from '../content-calls.ts';
import { useContentChange } from '../use-content-change.ts';
import { storyName } from './words.ts';

const [PATH] = adminKeys.stories;

function store(client: QueryClient, saved: AdminStory): void {
  client.setQueryData<AdminStory[]>(adminKeys.stories, (rows = []) =>
    rows.some(({ id }) => id === saved.id) ? rows.map((row) => (row.id === saved.id ? saved : row)) : [saved, ...rows],
  );
}

/** Saves, publishes, hides or shows a story. */
export const useSaveStory = () =>
  useContentChange<Saved<AdminStory>>({
    store,
    undo: (saved) =>
      saved.shown === 'hidden'
        ? m.admin_undo_hidden({ name: storyName(saved) })
        : m.admin_undo_policy({ name: storyName(saved) }),
    failed: m.admin_story_not_saved,
  });

export const patchStory = (id: string, payload: StoryChange) =>
  callApi<Saved<AdminStory>>(`${PATH}/${id}`, { method: 'PATCH', payload });

const postStory = (payload: StoryInput) => callApi<AdminStory>(PATH, { method: 'POST', payload });

const deleteStory = ({ id, version }: AdminStory) =>
  callApi<DeletedStory>(`${PATH}/${id}?version=${version}`, { method: 'DELETE' });

/** Restores the brand's version of a story. */
async function resetStory(story: AdminStory): Promise<Saved<AdminStory>> {
  const { revision } = await deleteStory(story);
  const all = await callApi<AdminStory[]>(PATH);
  return { ...(all.find(({ id }) => id === story.id) ?? story), revision };
}

/** Creates a story: as a draft, or published. If it cannot be published, the form keeps it, and no draft is left. */
async function createStory({ version: _, publish, ...fields }: StoryChange): Promise<Saved<AdminStory>> {
  const created = await postStory(fields);
  if (!publish) return { ...created, revision: null };
  return patchStory(created.id, { version: created.version, publish, state: 'live' }).catch(async (error) => {
    await deleteStory(created);
    throw error;
  });
}

/** The calls of the form. */
export const storyCalls: ContentCalls<AdminStory, StoryChange> = {
  useSave: useSaveStory,
  // A hidden story stays hidden until the owner shows it.
  put: ({ id, shown }, change) =>
    id === NEW_STORY
      ? createStory(change)
      : patchStory(id, { ...change, ...(change.publish && shown === null && { state: 'live' }) }),
  remove: resetStory,
};

const fail = (error: unknown) => toastFailed(m.admin_product_not_changed(), error, m.admin_product_stale);

/** Deletes a story, and offers to undo it: a published one by its revision, a draft as a new one. */
export function useDeleteStory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteStory,
    onSuccess: ({ revision }, story) => {
      client.setQueryData<AdminStory[]>(adminKeys.stories, (rows = []) => rows.filter(({ id }) => id !== story.id));
      const { id, version, origin, changed, shown, missing, isFirst, pictures, ...fields } = story;
      const back = () => (revision === null ? postStory({ ...fields, state: 'draft' }) : restoreRevision(revision));
      offerUndo(
        () => m.admin_undo_product({ name: storyName(story) }),
        () => Promise.resolve<unknown>(back()).finally(() => refreshContent(client)),
      );
    },
    onError: fail,
    onSettled: () => refreshContent(client),
  });
}
