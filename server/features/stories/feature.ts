import type { Feature } from '#server/feature.ts';
import { addStoryAdminRoutes } from './admin-routes.ts';
import { STORY_CONTENT } from './kinds.ts';
import { findStories } from './service.ts';

export const stories: Feature = {
  uses: {
    content: ['change-routes', 'kind', 'service', 'slugs'],
    facts: ['kinds'],
    media: ['picture-facts', 'pictured-content'],
  },
  addAdminRoutes: addStoryAdminRoutes,
  kinds: STORY_CONTENT,
  find: async (deps, { q, limit }) => ({ stories: await findStories(deps, q, limit) }),
};
