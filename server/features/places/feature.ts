import type { Feature } from '#server/feature.ts';
import { addPlaceAdminRoutes } from './admin-routes.ts';
import { PLACE_CONTENT } from './kinds.ts';

export const places: Feature = {
  uses: ['content/editor.ts', 'content/kind.ts', 'content/service.ts', 'media/picture-facts.ts'],
  addAdminRoutes: addPlaceAdminRoutes,
  kinds: PLACE_CONTENT,
};
