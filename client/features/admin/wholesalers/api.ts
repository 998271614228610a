import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Inquiry, InquiryStatus } from '#shared/admin-wholesale.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { inquiryStatusLabels, staleStatus } from '../labels.ts';
import { useRowChange } from '../rows.ts';
import { currentOf, type SaveFrom, saveFrom } from '../stale.ts';

const [path] = adminKeys.wholesalers;

/** One inquiry; `row` is shown while it loads. */
export function useInquiry(id: string, row: Inquiry | undefined) {
  return useQuery<Inquiry>({ queryKey: [path, id], placeholderData: row });
}

const statusOf = ({ status }: Inquiry) => ({ status });

export function useInquiryStatus() {
  return useRowChange<Inquiry, { id: string; status: InquiryStatus; from: Inquiry }>({
    key: adminKeys.wholesalers,
    call: ({ id, status, from }) =>
      saveFrom({ seen: { status: from.status }, version: from.version }, statusOf, (version) =>
        callApi<Inquiry>(`${path}/${id}/status`, { method: 'PATCH', payload: { status, version } }),
      ).catch((error) => {
        throw staleStatus(inquiryStatusLabels, error, status);
      }),
    change: (row, { id, status }) => (row.id === id ? { ...row, status } : row),
    onSuccess: () => toast({ title: m.admin_updated_title(), description: m.admin_updated_wholesaler() }),
  });
}

export function useDeleteInquiry(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(`${path}/${id}`, { method: 'DELETE' }),
    onSuccess: async (_answer, id) => {
      toast({ title: m.admin_inquiry_deleted() });
      onDone();
      // The deleted inquiry is not refetched: it would be a 404.
      await Promise.all([
        client.invalidateQueries({ queryKey: [path, 'pages'] }),
        client.invalidateQueries({ queryKey: adminKeys.summary }),
      ]);
      client.removeQueries({ queryKey: [path, id] });
    },
    onError: () => {
      toast({
        title: m.admin_delete_failed_title(),
        description: m.admin_delete_inquiry_failed(),
        variant: 'destructive',
      });
    },
  });
}

export function useInquiryNotes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, notes, save }: { id: string; notes: string; save: SaveFrom<Inquiry> }) =>
      save((version) => callApi<Inquiry>(`${path}/${id}/notes`, { method: 'PATCH', payload: { notes, version } })),
    onSuccess: () => {
      toast({ title: m.admin_inquiry_notes_saved() });
      return client.invalidateQueries({ queryKey: adminKeys.wholesalers });
    },
    onError: (error) =>
      currentOf(error) ||
      toast({ title: m.admin_inquiry_notes_failed(), description: textOfError(error, ''), variant: 'destructive' }),
  });
}
