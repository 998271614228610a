import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { CodeChange, DiscountCode } from '#shared/checkout/codes.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import type { SaveFrom } from '../kit/stale.ts';
import { titleOf } from './code-words.ts';
import type { CodeFields } from './values.ts';

const [PATH] = adminKeys.codes;

export function useCodes() {
  return useQuery<DiscountCode[]>({ queryKey: adminKeys.codes });
}

const fail = (error: unknown) => toastFailed(m.admin_error_title(), error);
const refresh = [adminKeys.codes];

/** Creates a code, or changes the one with this id. */
export function useSaveCode(id: string | null, onDone: () => void) {
  return useAction({
    call: ({ fields, save }: { fields: CodeFields; save: SaveFrom<DiscountCode> }) =>
      save((version) => {
        if (id === null) return callApi<DiscountCode>(PATH, { method: 'POST', payload: fields });
        const { code: _, isAutomatic: __, ...change } = fields;
        return callApi<DiscountCode>(`${PATH}/${id}`, { method: 'PATCH', payload: { ...change, version } });
      }),
    done: (saved) => {
      const code = titleOf(saved);
      toast({ title: id === null ? m.admin_code_created({ code }) : m.admin_code_changed({ code }) });
      onDone();
    },
    refresh,
  });
}

/** Ends a code now; it is kept with its results. */
export function useEndCode() {
  return useAction({
    call: ({ id, version }: DiscountCode) => {
      const payload: Omit<CodeChange, 'endsAt'> & { endsAt: string } = { endsAt: new Date().toISOString(), version };
      return callApi<DiscountCode>(`${PATH}/${id}`, { method: 'PATCH', payload });
    },
    done: (ended) => toast({ title: m.admin_code_ended({ code: titleOf(ended) }) }),
    failed: fail,
    refresh,
  });
}

export function useDeleteCode(onDone: () => void) {
  return useAction({
    call: ({ id, version }: DiscountCode) => callApi(`${PATH}/${id}?version=${version}`, { method: 'DELETE' }),
    done: (_, deleted) => {
      toast({ title: m.admin_code_deleted({ code: titleOf(deleted) }) });
      onDone();
    },
    failed: fail,
    refresh,
  });
}
