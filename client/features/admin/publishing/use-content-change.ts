import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailed } from '../kit/detail/toast-failed.ts';
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
    // After a conflict the form shows both versions.
    onError: (error) => currentOf(error) || toastFailed(failed(), error),
    onSettled: () => refreshContent(client),
  });
}
