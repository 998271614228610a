import type { Feature } from '#server/feature.ts';
import { addStoreAdminRoutes } from './admin-routes.ts';
import { addStoreRoutes } from './routes.ts';

export const stores: Feature = { addPublicRoutes: addStoreRoutes, addAdminRoutes: addStoreAdminRoutes };
