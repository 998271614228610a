import * as m from '#messages';
import type { AdminPictureSlot, PictureSlotChange } from '#shared/content/picture-slots.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf } from '../kit/stale.ts';
import { contentCalls, type Saved } from './content-calls.ts';
import { slotName } from './picture-slots/names.ts';

const calls = contentCalls<AdminPictureSlot, PictureSlotChange>(adminKeys.pictureSlots, {
  idOf: ({ id }) => id,
  undo: ({ id }) => m.admin_undo_policy({ name: slotName(id) }),
  failed: m.admin_place_not_saved,
});

/** Chooses a slot's picture as a draft, publishes the draft, or restores the brand's picture. */
export function usePictureSlotChange(slot: AdminPictureSlot) {
  const { picture, version } = slot;
  const change = calls.useSave();
  const run = (call: () => Promise<Saved<AdminPictureSlot>>, said: () => string) =>
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
    choose: (name: AdminPictureSlot['picture']) =>
      run(() => calls.put(slot, { picture: name as never, version }), m.admin_product_saved),
    publish: () => run(() => calls.put(slot, { picture: picture as never, version, publish: true }), m.admin_published),
    reset: () => run(() => calls.remove(slot), m.admin_published),
  };
}
