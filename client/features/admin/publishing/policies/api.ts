import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminPolicy, PolicyChange } from '#shared/content/policies.ts';
import { policyNames } from '../../../../lib/policy-names.ts';
import { adminKeys } from '../../keys.ts';
import { contentCalls } from '../content-calls.ts';

export function usePolicies() {
  return useQuery<AdminPolicy[]>({ queryKey: adminKeys.policies });
}

export const policyCalls = contentCalls<AdminPolicy, PolicyChange>(adminKeys.policies, {
  idOf: ({ kind }) => kind,
  undo: ({ kind }) => m.admin_undo_policy({ name: policyNames[kind]() }),
  failed: m.admin_policy_not_saved,
});
