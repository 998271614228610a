import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Changes } from '#shared/admin/admin.ts';
import type { Revision, Unpublished } from '#shared/content/content.ts';
import { ApiError, callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys, contentKeys } from '../keys.ts';
import { offerUndo } from '../kit/undo/undo.ts';

/** Refreshes everything that shows the owner's content. */
export function refreshContent(client: QueryClient): Promise<unknown> {
  return Promise.all(contentKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** What is saved but not published. */
export function useUnpublished() {
  return useQuery({ queryKey: adminKeys.changes, select: (changes: Changes) => changes.unpublished });
}

/** False if only a picture's description was changed, which has no draft. */
export const hasDraft = ({ fields }: Unpublished): boolean => fields.some((field) => field !== 'pictures');

export function useRevisions() {
  return useQuery<Revision[]>({ queryKey: adminKeys.revisions });
}

type Answer = { revision: Revision | null };

/** Publishes these items, or everything that is saved; offers to undo it. */
export function usePublish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (items?: readonly { kind: string; id: string }[]) =>
      callApi<Answer>('/api/admin/publish', {
        method: 'POST',
        payload: items ? { items: items.map(({ kind, id }) => ({ kind, id })) } : {},
      }),
    onSuccess: ({ revision }) => {
      // The undo offer itself says that it was published.
      if (!revision) return toast({ title: m.admin_published() });
      offerRestore(client, m.admin_publish_undo, revision.id);
    },
    onSettled: () => refreshContent(client),
  });
}

/** Reverts a revision. */
export const restoreRevision = (id: number) =>
  callApi<Answer>(`${adminKeys.revisions[0]}/${id}/restore`, { method: 'POST' });

/** Offers to undo a publish. */
export const offerRestore = (client: QueryClient, text: () => string, revision: number) =>
  offerUndo(text, () => restoreRevision(revision).finally(() => refreshContent(client)));

export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: restoreRevision,
    onSuccess: () => toast({ title: m.admin_undone() }),
    onSettled: () => refreshContent(client),
  });
}

type Changed = { kind: string; id: string; name: string; fields: string[] };

/** Later changes that prevent reverting a revision; empty for every other error. */
export function changedSince(error: unknown): readonly Changed[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  try {
    const body = JSON.parse(error.body);
    return body.code === 'changed_since' ? (body.current.changes as Changed[]) : [];
  } catch {
    return [];
  }
}
