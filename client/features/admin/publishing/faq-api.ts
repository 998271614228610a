import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminFaq, ChangedFaq, FaqChange } from '#shared/faq.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../stale.ts';
import { offerUndo } from '../undo.ts';
import { refreshContent, restoreRevision } from './api.ts';

const [PATH] = adminKeys.faq;

export function useFaq() {
  return useQuery<AdminFaq>({ queryKey: adminKeys.faq });
}

/** Saves a draft, publishes, or brings the first questions back; offers to take a publish back. */
export function useSaveFaq() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (call: () => Promise<ChangedFaq>) => call(),
    onSuccess: (saved) => {
      client.setQueryData<AdminFaq>(adminKeys.faq, saved);
      const { revision } = saved;
      if (revision === null) return;
      const undo = () => restoreRevision(revision).finally(() => refreshContent(client));
      offerUndo(() => m.admin_faq_undo(), undo);
    },
    onError: (error) => {
      if (currentOf(error)) return;
      toast({
        title: m.admin_faq_not_saved(),
        description: () => textOfError(error, m.admin_update_failed_reason()),
        variant: 'destructive',
      });
    },
    onSettled: () => refreshContent(client),
  });
}

export const putFaq = (payload: FaqChange) => callApi<ChangedFaq>(PATH, { method: 'PUT', payload });

export const deleteFaq = (version: number) => callApi<ChangedFaq>(`${PATH}?version=${version}`, { method: 'DELETE' });
