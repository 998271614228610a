import type { Feature } from '#server/feature.ts';
import { addCodeAdminRoutes } from './admin-routes.ts';
import { watchDiscounts } from './discount-watch.ts';
import { findCodes, forgetOldUses } from './service.ts';
import { CODE_KINDS } from './shown.ts';

export const codes: Feature = {
  uses: { content: ['kind', 'live-content', 'service'] },
  addAdminRoutes: addCodeAdminRoutes,
  kinds: CODE_KINDS,
  find: async ({ db }, { q, limit }) => ({ codes: await findCodes(db, q, limit) }),
  jobs: { discounts: watchDiscounts },
  housekeeping: (deps) => [() => forgetOldUses(deps)],
};
