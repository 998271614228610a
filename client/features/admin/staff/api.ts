import * as m from '#messages';
import type { Helper, Invitation, InvitationInput } from '#shared/admin/helpers.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';

const [PATH] = adminKeys.staff;
const refresh = [adminKeys.staff];
const failed = (error: unknown) => toastFailed(m.admin_helpers_failed(), error);

export function useInvite(onDone: (invitation: Invitation) => void) {
  return useAction({
    call: (payload: InvitationInput) => callApi<Invitation>(PATH, { method: 'POST', payload }),
    done: onDone,
    refresh,
  });
}

export function useNewLink(onDone: (invitation: Invitation) => void) {
  return useAction({
    call: ({ id }: Helper) => callApi<Invitation>(`${PATH}/${id}/link`, { method: 'POST' }),
    done: onDone,
    failed,
    refresh,
  });
}

export function useRenameHelper({ id, version }: Helper, onDone: () => void) {
  return useAction({
    call: (name: string) => callApi<Helper>(`${PATH}/${id}`, { method: 'PATCH', payload: { name, version } }),
    done: onDone,
    refresh,
  });
}

export function useRemoveHelper(onDone: () => void) {
  return useAction({
    call: ({ id, version }: Helper) => callApi(`${PATH}/${id}?version=${version}`, { method: 'DELETE' }),
    done: (_, { name }) => {
      toast({ title: m.admin_helpers_removed({ name }) });
      onDone();
    },
    failed,
    refresh,
  });
}
