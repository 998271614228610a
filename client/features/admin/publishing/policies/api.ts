import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminPolicy, ChangedPolicy, PolicyChange } from '#shared/content/policies.ts';
import type { PolicyKind } from '#shared/content/policy-page.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { policyNames } from '../../../../lib/policy-names.ts';
import { adminKeys } from '../../keys.ts';
import { useContentChange } from '../use-content-change.ts';

const [PATH] = adminKeys.policies;

export function usePolicies() {
  return useQuery<AdminPolicy[]>({ queryKey: adminKeys.policies });
}

export const useSavePolicy = () =>
  useContentChange<ChangedPolicy>({
    store: (client, saved) =>
      client.setQueryData<AdminPolicy[]>(adminKeys.policies, (rows = []) =>
        rows.map((row) => (row.kind === saved.kind ? saved : row)),
      ),
    undo: ({ kind }) => m.admin_undo_policy({ name: policyNames[kind]() }),
    failed: m.admin_policy_not_saved,
  });

export const putPolicy = (kind: PolicyKind, payload: PolicyChange) =>
  callApi<ChangedPolicy>(`${PATH}/${kind}`, { method: 'PUT', payload });

/** Brings the starting text back. */
export const deletePolicy = ({ kind, version }: AdminPolicy) =>
  callApi<ChangedPolicy>(`${PATH}/${kind}?version=${version}`, { method: 'DELETE' });
