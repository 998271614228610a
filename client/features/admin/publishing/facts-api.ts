import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminFacts, ChangedFacts, FactsChange } from '#shared/shop-facts.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../stale.ts';
import { offerUndo } from '../undo.ts';
import { refreshContent, restoreRevision } from './api.ts';

const [PATH] = adminKeys.facts;

export function useFacts() {
  return useQuery<AdminFacts>({ queryKey: adminKeys.facts });
}

/** Saves a draft, publishes, or brings the first facts back; offers to take a publish back. */
export function useSaveFacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (call: () => Promise<ChangedFacts>) => call(),
    onSuccess: (saved) => {
      client.setQueryData<AdminFacts>(adminKeys.facts, saved);
      const { revision } = saved;
      if (revision === null) return;
      const undo = () => restoreRevision(revision).finally(() => refreshContent(client));
      offerUndo(() => m.admin_facts_undo(), undo);
    },
    onError: (error) => {
      if (currentOf(error)) return;
      toast({
        title: m.admin_facts_not_saved(),
        description: () => textOfError(error, m.admin_update_failed_reason()),
        variant: 'destructive',
      });
    },
    onSettled: () => refreshContent(client),
  });
}

export const putFacts = (payload: FactsChange) => callApi<ChangedFacts>(PATH, { method: 'PUT', payload });

export const deleteFacts = (version: number) =>
  callApi<ChangedFacts>(`${PATH}?version=${version}`, { method: 'DELETE' });
