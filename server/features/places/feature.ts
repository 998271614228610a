import type { Feature } from '#server/feature.ts';
import { addPlaceAdminRoutes } from './admin-routes.ts';
import { PLACE_CONTENT } from './kinds.ts';

export const places: Feature = { addAdminRoutes: addPlaceAdminRoutes, kinds: PLACE_CONTENT };
