import { useQuery } from '@tanstack/react-query';
import type { AdminPlace } from '#shared/content/picture-places.ts';
import { adminKeys } from '../../keys.ts';

export function usePlaces() {
  return useQuery<AdminPlace[]>({ queryKey: adminKeys.places });
}
