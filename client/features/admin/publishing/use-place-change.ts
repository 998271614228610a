import * as m from '#messages';
import type { AdminPlace, ChangedPlace, PlaceChange } from '#shared/content/picture-places.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../kit/stale.ts';
import { placeName } from './places/names.ts';
import { useContentChange } from './use-content-change.ts';

const [PATH] = adminKeys.places;

const useSavePlace = () =>
  useContentChange<ChangedPlace>({
    store: (client, saved) =>
      client.setQueryData<AdminPlace[]>(adminKeys.places, (rows) =>
        rows?.map((row) => (row.id === saved.id ? saved : row)),
      ),
    undo: ({ id }) => m.admin_undo_policy({ name: placeName(id) }),
    failed: m.admin_place_not_saved,
  });

const put = (id: string, payload: PlaceChange) => callApi<ChangedPlace>(`${PATH}/${id}`, { method: 'PUT', payload });

/** Puts a picture in a place as a draft, publishes what waits there, or brings the brand's picture back. */
export function usePlaceChange({ id, picture, version }: AdminPlace) {
  const change = useSavePlace();
  const run = (call: () => Promise<ChangedPlace>, said: () => string) =>
    change.mutate(call, {
      // What can be taken back says that it was published.
      onSuccess: ({ revision }) => {
        if (revision === null) toast({ title: said() });
      },
      onError: (error) => {
        if (currentOf(error)) toast({ title: m.admin_product_stale(), variant: 'destructive' });
      },
    });
  return {
    isPending: change.isPending,
    choose: (name: AdminPlace['picture']) =>
      run(() => put(id, { picture: name as never, version }), m.admin_product_saved),
    publish: () => run(() => put(id, { picture: picture as never, version, publish: true }), m.admin_published),
    reset: () =>
      run(() => callApi<ChangedPlace>(`${PATH}/${id}?version=${version}`, { method: 'DELETE' }), m.admin_published),
  };
}
