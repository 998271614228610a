import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Recall, RecallDetail, RecallFound, RecallInput, RecallPreview } from '#shared/lots/recalls.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';

const [PATH] = adminKeys.recalls;
const refresh = [adminKeys.recalls, adminKeys.lots];
/** While mails are on their way. */
const FOLLOW_MS = 2_000;

export function useRecalls() {
  return useQuery<Recall[]>({ queryKey: adminKeys.recalls });
}

export function useRecall(id: string) {
  return useQuery<RecallDetail>({
    queryKey: [PATH, id],
    refetchInterval: ({ state }) => (state.data && state.data.people.waiting > 0 ? FOLLOW_MS : false),
  });
}

type Sought = Pick<RecallInput, 'productId' | 'lotId' | 'maybe'>;

/** Who would be written to; the previous answer stays visible while the next is read. */
export function useFound({ productId, lotId, maybe }: Sought) {
  const query = new URLSearchParams({ product: productId, ...(lotId && { lot: lotId }), ...maybe });
  return useQuery<RecallFound>({
    queryKey: [PATH, 'found', query.toString()],
    queryFn: ({ signal }) => callApi(`${PATH}/found?${query}`, { signal }),
    enabled: productId !== '',
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
}

export function usePreviewRecall() {
  return useAction({
    call: ({ productId, lotId, subject, reason, todo }: RecallInput) =>
      callApi<RecallPreview>(`${PATH}/preview`, {
        method: 'POST',
        payload: { productId, lotId, subject, reason, todo },
      }),
    isForm: true,
  });
}

export function useStartRecall(onDone: (recall: Recall) => void) {
  return useAction({
    call: (payload: RecallInput) => callApi<Recall>(PATH, { method: 'POST', payload }),
    done: (recall, { id }) => {
      toast({ title: recall.id === id ? m.admin_recall_started() : m.admin_recall_known() });
      onDone(recall);
    },
    isForm: true,
    refresh,
  });
}

export function useEndRecall(onDone: () => void) {
  return useAction({
    call: ({ id, version }: Recall) => callApi<Recall>(`${PATH}/${id}/end`, { method: 'POST', payload: { version } }),
    done: () => {
      toast({ title: m.admin_recall_ended() });
      onDone();
    },
    failed: (error) => toastFailed(m.admin_error_title(), error),
    refresh,
  });
}
