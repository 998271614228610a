import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminShippingRules, ChangedShippingRules, ShippingRulesChange } from '#shared/shipping-rules.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../stale.ts';
import { offerUndo } from '../undo.ts';
import { refreshContent, restoreRevision } from './api.ts';

const [PATH] = adminKeys.shippingRules;

export function useShippingRules() {
  return useQuery<AdminShippingRules>({ queryKey: adminKeys.shippingRules });
}

/** Saves a draft, publishes, or brings the first rules back; offers to take a publish back. */
export function useSaveShippingRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (call: () => Promise<ChangedShippingRules>) => call(),
    onSuccess: (saved) => {
      client.setQueryData<AdminShippingRules>(adminKeys.shippingRules, saved);
      const { revision } = saved;
      if (revision === null) return;
      const undo = () => restoreRevision(revision).finally(() => refreshContent(client));
      offerUndo(() => m.admin_shipping_undo(), undo);
    },
    onError: (error) => {
      if (currentOf(error)) return;
      toast({
        title: m.admin_shipping_not_saved(),
        description: () => textOfError(error, m.admin_update_failed_reason()),
        variant: 'destructive',
      });
    },
    onSettled: () => refreshContent(client),
  });
}

export const putShippingRules = (payload: ShippingRulesChange) =>
  callApi<ChangedShippingRules>(PATH, { method: 'PUT', payload });

export const deleteShippingRules = (version: number) =>
  callApi<ChangedShippingRules>(`${PATH}?version=${version}`, { method: 'DELETE' });
