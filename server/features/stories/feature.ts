import type { Feature } from '#server/feature.ts';
import { addStoryAdminRoutes } from './admin-routes.ts';
import { STORY_CONTENT } from './kinds.ts';

export const stories: Feature = { addAdminRoutes: addStoryAdminRoutes, kinds: STORY_CONTENT };
