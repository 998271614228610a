import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { currentOf } from '../kit/stale.ts';
import { offerUndo } from '../kit/undo/undo.ts';
import { refreshContent, restoreRevision } from './api.ts';

type Options<Saved> = {
  /** Puts the answer in its place among what was read. */
  store: (client: QueryClient, saved: Saved) => void;
  /** Name of the button that takes this publish back. */
  undo: (saved: Saved) => string;
  /** What is said when it could not be saved. */
  failed: () => string;
};

/** Saves a draft, publishes, or brings the default back; offers to take a publish back. */
export function useContentChange<Saved extends { revision: number | null }>({ store, undo, failed }: Options<Saved>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (call: () => Promise<Saved>) => call(),
    onSuccess: (saved) => {
      store(client, saved);
      const { revision } = saved;
      if (revision === null) return;
      offerUndo(
        () => undo(saved),
        () => restoreRevision(revision).finally(() => refreshContent(client)),
      );
    },
    onError: (error) => {
      // The form shows both versions.
      if (currentOf(error)) return;
      toast({
        title: failed(),
        description: () => textOfError(error, m.admin_update_failed_reason()),
        variant: 'destructive',
      });
    },
    onSettled: () => refreshContent(client),
  });
}
