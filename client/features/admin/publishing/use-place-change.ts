import * as m from '#messages';
import type { AdminPlace, PlaceChange } from '#shared/content/picture-places.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../kit/stale.ts';
import { contentCalls, type Saved } from './content-calls.ts';
import { placeName } from './places/names.ts';

const calls = contentCalls<AdminPlace, PlaceChange>(adminKeys.places, {
  idOf: ({ id }) => id,
  undo: ({ id }) => m.admin_undo_policy({ name: placeName(id) }),
  failed: m.admin_place_not_saved,
});

/** Puts a picture in a place as a draft, publishes what waits there, or brings the brand's picture back. */
export function usePlaceChange(place: AdminPlace) {
  const { picture, version } = place;
  const change = calls.useSave();
  const run = (call: () => Promise<Saved<AdminPlace>>, said: () => string) =>
    change.mutate(call, {
      // The undo offer itself says that it was published.
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
      run(() => calls.put(place, { picture: name as never, version }), m.admin_product_saved),
    publish: () =>
      run(() => calls.put(place, { picture: picture as never, version, publish: true }), m.admin_published),
    reset: () => run(() => calls.remove(place), m.admin_published),
  };
}
