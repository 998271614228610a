import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminPolicy, ChangedPolicy, PolicyChange } from '#shared/policies.ts';
import type { PolicyKind } from '#shared/policy-page.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { policyNames } from '../../../lib/policy-names.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../stale.ts';
import { offerUndo } from '../undo.ts';
import { refreshContent, restoreRevision } from './api.ts';

const [PATH] = adminKeys.policies;

export function usePolicies() {
  return useQuery<AdminPolicy[]>({ queryKey: adminKeys.policies });
}

/** Puts the answer of a change in its place, and offers to take a publish back. */
function useChange<Input>(call: (input: Input) => Promise<ChangedPolicy>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (saved) => {
      client.setQueryData<AdminPolicy[]>(adminKeys.policies, (rows = []) =>
        rows.map((row) => (row.kind === saved.kind ? saved : row)),
      );
      const { revision, kind } = saved;
      if (revision === null) return;
      const undo = () => restoreRevision(revision).finally(() => refreshContent(client));
      offerUndo(() => m.admin_undo_policy({ name: policyNames[kind]() }), undo);
    },
    onError: (error) => {
      if (currentOf(error)) return;
      toast({
        title: m.admin_policy_not_saved(),
        description: () => textOfError(error, m.admin_update_failed_reason()),
        variant: 'destructive',
      });
    },
    onSettled: () => refreshContent(client),
  });
}

/** Saves a draft, or publishes. */
export const useSavePolicy = () => useChange((call: () => Promise<ChangedPolicy>) => call());

export const putPolicy = (kind: PolicyKind, payload: PolicyChange) =>
  callApi<ChangedPolicy>(`${PATH}/${kind}`, { method: 'PUT', payload });

/** Brings the starting text back. */
export const useResetPolicy = () =>
  useChange(({ kind, version }: AdminPolicy) =>
    callApi<ChangedPolicy>(`${PATH}/${kind}?version=${version}`, { method: 'DELETE' }),
  );
