import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { currentOf } from '../kit/stale.ts';
import { offerRestore, refreshContent } from './api.ts';

type Options<Saved> = {
  /** Stores the answer in the cached data. */
  store: (client: QueryClient, saved: Saved) => void;
  /** Label of the button that undoes this publish. */
  undo: (saved: Saved) => string;
  /** The message when saving failed. */
  failed: () => string;
};

/** Saves a draft, publishes, or restores the default; offers to undo a publish. */
export function useContentChange<Saved extends { revision: number | null }>({ store, undo, failed }: Options<Saved>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (call: () => Promise<Saved>) => call(),
    onSuccess: (saved) => {
      store(client, saved);
      if (saved.revision !== null) offerRestore(client, () => undo(saved), saved.revision);
    },
    // After a conflict the form shows both versions.
    onError: (error) => currentOf(error) || toastFailed(failed(), error),
    onSettled: () => refreshContent(client),
  });
}
