import { useQuery } from '@tanstack/react-query';
import type { AdminStory } from '#shared/content/stories.ts';
import { adminKeys } from '../../keys.ts';

export function useStories() {
  return useQuery<AdminStory[]>({ queryKey: adminKeys.stories });
}
