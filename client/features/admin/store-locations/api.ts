import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { StoreLocation, StoreLocationInput } from '#shared/stores/stores.ts';
import { callApi } from '../../../lib/api-client.ts';
import { queryKeys, STORES_CHANNEL } from '../../../lib/query-keys.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf, type SaveFrom } from '../kit/stale.ts';
import { offerUndo } from '../kit/undo/undo.ts';

const [path] = adminKeys.storeLocations;

export function useStoreLocations() {
  return useQuery<StoreLocation[]>({ queryKey: adminKeys.storeLocations });
}

/** Refreshes the admin's list and the public one, also on pages in other tabs. */
function useRefresh() {
  const client = useQueryClient();
  return () => {
    if ('BroadcastChannel' in window) {
      const channel = new BroadcastChannel(STORES_CHANNEL);
      channel.postMessage('changed');
      channel.close();
    }
    return Promise.all([
      client.invalidateQueries({ queryKey: adminKeys.storeLocations }),
      client.invalidateQueries({ queryKey: queryKeys.storeLocations }),
    ]);
  };
}

const fail = (description: string) => toast({ title: m.admin_error_title(), description, variant: 'destructive' });

/** Creates a location, at most one per inquiry, or updates the one with this id. */
export function useSaveLocation(id: string | null, inquiryId: string | undefined, onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ input, save }: { input: StoreLocationInput; save: SaveFrom<StoreLocation> }) =>
      save((version) =>
        id === null
          ? callApi<StoreLocation>(path, { method: 'POST', payload: { ...input, inquiryId } })
          : callApi<StoreLocation>(`${path}/${id}`, { method: 'PATCH', payload: { ...input, version } }),
      ),
    onSuccess: () => {
      toast({ title: id === null ? m.admin_location_created() : m.admin_location_updated() });
      onDone();
      return refresh();
    },
    onError: (error) => {
      if (currentOf(error)) return;
      if (!currentOf(error, 'store_added')) {
        return fail(id === null ? m.admin_location_create_failed() : m.admin_location_update_failed());
      }
      // Its inquiry now leads to that store.
      toast({ title: m.admin_inquiry_on_map() });
      onDone();
      return refresh();
    },
  });
}

export function useDeleteLocation(onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, version }: StoreLocation) => callApi(`${path}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: (_answer, { name, address, storeType, latitude, longitude, inquiryId }) => {
      toast({ title: m.admin_location_deleted() });
      const payload = { name, address, storeType, latitude, longitude, inquiryId, acceptPlace: true };
      offerUndo(
        () => m.admin_undo_store({ name }),
        () => callApi(path, { method: 'POST', payload }).finally(refresh),
      );
      onDone();
      return refresh();
    },
    onError: (error) => {
      if (!currentOf(error)) return fail(m.admin_location_delete_failed());
      fail(m.admin_delete_stale());
      onDone();
      return refresh();
    },
  });
}
