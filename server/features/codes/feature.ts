import type { Feature } from '#server/feature.ts';
import { addCodeAdminRoutes } from './admin-routes.ts';
import { findCodes, forgetOldUses } from './service.ts';

export const codes: Feature = {
  addAdminRoutes: addCodeAdminRoutes,
  find: async ({ db }, { q, limit }) => ({ codes: await findCodes(db, q, limit) }),
  housekeeping: (deps) => [() => forgetOldUses(deps)],
};
