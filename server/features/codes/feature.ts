import type { Feature } from '#server/feature.ts';
import { addCodeAdminRoutes } from './admin-routes.ts';
import { forgetOldUses } from './service.ts';

export const codes: Feature = {
  addAdminRoutes: addCodeAdminRoutes,
  housekeeping: (deps) => [() => forgetOldUses(deps)],
};
