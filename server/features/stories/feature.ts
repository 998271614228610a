import type { Feature } from '#server/feature.ts';
import { addStoryAdminRoutes } from './admin-routes.ts';
import { STORY_CONTENT } from './kinds.ts';

export const stories: Feature = {
  uses: [
    'content/kind.ts',
    'content/service.ts',
    'content/slugs.ts',
    'facts/kinds.ts',
    'media/picture-facts.ts',
    'media/pictured-content.ts',
  ],
  addAdminRoutes: addStoryAdminRoutes,
  kinds: STORY_CONTENT,
};
