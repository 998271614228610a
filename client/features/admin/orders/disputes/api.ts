import { useQuery } from '@tanstack/react-query';
import type { DisputeFile, SentEvidence } from '#shared/orders/dispute-file.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';
import { useAction } from '../../kit/use-action.ts';

const [path] = adminKeys.orders;

/** The dispute file of an order, read each time it is opened, because the dispute may have changed at the provider. */
export function useDisputeFile(orderId: string) {
  return useQuery<DisputeFile>({ queryKey: [path, orderId, 'dispute-file'], staleTime: 0, gcTime: 0 });
}

/** Writes the evidence at the provider; idempotent. */
export function useSendEvidence(orderId: string) {
  return useAction({
    call: () => callApi<SentEvidence>(`${path}/${orderId}/dispute-file`, { method: 'POST' }),
    refresh: [[path, orderId]],
  });
}
