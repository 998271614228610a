import type { Feature } from '#server/feature.ts';
import { readPartsOf } from '#server/features/orders/feature.ts';
import { addDisputeAdminRoutes } from './admin-routes.ts';

export const disputes: Feature = {
  addAdminRoutes: (app, deps) => addDisputeAdminRoutes(app, { ...deps, readParts: readPartsOf(deps) }),
};
