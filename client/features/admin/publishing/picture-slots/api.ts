import { useQuery } from '@tanstack/react-query';
import type { AdminPictureSlot } from '#shared/content/picture-slots.ts';
import { adminKeys } from '../../keys.ts';

export function usePictureSlots() {
  return useQuery<AdminPictureSlot[]>({ queryKey: adminKeys.pictureSlots });
}
