import type { Feature } from '#server/feature.ts';
import { addStoreAdminRoutes } from './admin-routes.ts';
import { addStoreRoutes } from './routes.ts';
import { findLocations } from './service.ts';
import { followStores } from './stores-in-page.ts';

export const stores: Feature = {
  addPublicRoutes: addStoreRoutes,
  addAdminRoutes: addStoreAdminRoutes,
  find: async (deps, { q, limit }) => ({ stores: await findLocations(deps, q, limit) }),
  jobs: { stores: followStores },
};
