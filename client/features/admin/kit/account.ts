import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, AccountChange } from '#shared/admin/account.ts';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../keys.ts';

/** Whoever is signed in. */
export const useAccount = () => useQuery<Account>({ queryKey: adminKeys.account });

/** Saves parts of the account; every reader of it gets the answer. */
export function useSaveAccount(done?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: AccountChange) => callApi<Account>(adminKeys.account[0], { method: 'PATCH', payload }),
    onSuccess: (account) => {
      client.setQueryData<Account>(adminKeys.account, account);
      done?.();
    },
  });
}
