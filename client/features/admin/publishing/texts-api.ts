import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { FALLBACK_LANGUAGE } from '#shared/language.ts';
import type { AdminText, ChangedText, TextChange } from '#shared/texts.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../stale.ts';
import { offerUndo } from '../undo.ts';
import { refreshContent, restoreRevision } from './api.ts';

const [PATH] = adminKeys.texts;

export function useTexts() {
  return useQuery<AdminText[]>({ queryKey: adminKeys.texts });
}

/** Puts the answer of a change in its place, and offers to take a publish back. */
function useChange<Input>(call: (input: Input) => Promise<ChangedText>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (saved) => {
      client.setQueryData<AdminText[]>(adminKeys.texts, (rows = []) =>
        rows.map((row) => (row.key === saved.key ? saved : row)),
      );
      const { revision } = saved;
      if (revision === null) return;
      const undo = () => restoreRevision(revision).finally(() => refreshContent(client));
      offerUndo(() => m.admin_undo_policy({ name: saved[getLanguage()] || saved[FALLBACK_LANGUAGE] }), undo);
    },
    onError: (error) => {
      if (currentOf(error)) return;
      toast({
        title: m.admin_text_not_saved(),
        description: () => textOfError(error, m.admin_update_failed_reason()),
        variant: 'destructive',
      });
    },
    onSettled: () => refreshContent(client),
  });
}

/** Saves a draft, or publishes. */
export const useSaveText = () => useChange((call: () => Promise<ChangedText>) => call());

export const putText = (key: string, payload: TextChange) =>
  callApi<ChangedText>(`${PATH}/${key}`, { method: 'PUT', payload });

/** Brings the brand's own sentence back. */
export const useResetText = () =>
  useChange(({ key, version }: AdminText) =>
    callApi<ChangedText>(`${PATH}/${key}?version=${version}`, { method: 'DELETE' }),
  );
