import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { StoreLocation } from '#shared/stores/stores.ts';
import type { Inquiry, InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { inquiryStatusLabels, staleStatus } from '../kit/labels.ts';
import { refreshRows, useRowChange } from '../kit/list/rows.ts';
import { plainText } from '../kit/plain-text.ts';
import { currentOf, type SaveFrom, saveFrom } from '../kit/stale.ts';
import { offerUndo } from '../kit/undo/undo.ts';

const [path] = adminKeys.wholesalers;

/** One inquiry; `row` is shown while it loads. */
export function useInquiry(id: string, row: Inquiry | undefined) {
  return useQuery<Inquiry>({ queryKey: [path, id], placeholderData: row });
}

/**
 * The store that was added from an inquiry, or that has its name and address; `undefined` while the stores are read,
 * `null` if there is none.
 */
export function useStoreOf({ id, businessName, location }: Inquiry): StoreLocation | null | undefined {
  const { data, isPending } = useQuery<StoreLocation[]>({ queryKey: adminKeys.storeLocations });
  if (isPending) return undefined;
  const isSame = (a: string, b: string) => plainText(a) === plainText(b);
  return (
    data?.find(({ inquiryId }) => inquiryId === id) ??
    data?.find(
      ({ inquiryId, name, address }) => inquiryId === null && isSame(name, businessName) && isSame(address, location),
    ) ??
    null
  );
}

/** Restores the earlier value of an inquiry. */
function change(client: QueryClient, id: string, part: 'status' | 'notes', payload: object): Promise<Inquiry> {
  const call = callApi<Inquiry>(`${path}/${id}/${part}`, { method: 'PATCH', payload });
  return call.finally(() => refreshRows(client, adminKeys.wholesalers));
}

const statusOf = ({ status }: Inquiry) => ({ status });

export function useInquiryStatus() {
  const client = useQueryClient();
  return useRowChange<Inquiry, { id: string; status: InquiryStatus; from: Inquiry }, Inquiry>({
    key: adminKeys.wholesalers,
    call: ({ id, status, from }, versionOf) =>
      saveFrom({ seen: { status: from.status }, version: versionOf(from) }, statusOf, (version) =>
        callApi<Inquiry>(`${path}/${id}/status`, { method: 'PATCH', payload: { status, version } }),
      ).catch((error) => {
        throw staleStatus(inquiryStatusLabels, error, status);
      }),
    change: (row, { id, status }) => (row.id === id ? { ...row, status } : row),
    onSuccess: ({ id, status, from }, { version }) => {
      toast({ title: m.admin_updated_title(), description: m.admin_updated_wholesaler() });
      if (from.status === status) return;
      offerUndo(
        () =>
          m.admin_undo_status({
            name: from.businessName,
            from: inquiryStatusLabels[from.status].label(),
            to: inquiryStatusLabels[status].label(),
          }),
        () => change(client, id, 'status', { status: from.status, version }),
      );
    },
  });
}

export function useDeleteInquiry(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Inquiry) => callApi(`${path}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: async (_answer, { id }) => {
      toast({ title: m.admin_inquiry_deleted() });
      onDone();
      // The deleted inquiry is not refetched, which would be a 404.
      await Promise.all([
        client.invalidateQueries({ queryKey: [path, 'pages'] }),
        client.invalidateQueries({ queryKey: adminKeys.seen }),
        client.invalidateQueries({ queryKey: adminKeys.summary }),
      ]);
      client.removeQueries({ queryKey: [path, id] });
    },
    onError: (error) => {
      const isStale = currentOf(error) !== null;
      toast({
        title: m.admin_delete_failed_title(),
        description: isStale ? m.admin_delete_stale() : m.admin_delete_inquiry_failed(),
        variant: 'destructive',
      });
      // Shows the present state, so that the owner can decide again.
      if (isStale) return client.invalidateQueries({ queryKey: [path] });
    },
  });
}

export function useInquiryNotes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ from, notes, save }: { from: Inquiry; notes: string; save: SaveFrom<Inquiry> }) =>
      save((version) => callApi<Inquiry>(`${path}/${from.id}/notes`, { method: 'PATCH', payload: { notes, version } })),
    onSuccess: ({ version }, { from }) => {
      toast({ title: m.admin_inquiry_notes_saved() });
      offerUndo(
        () => m.admin_undo_notes({ name: from.businessName }),
        () => change(client, from.id, 'notes', { notes: from.notes ?? '', version }),
      );
      return client.invalidateQueries({ queryKey: adminKeys.wholesalers });
    },
  });
}
