import type { Feature } from '#server/feature.ts';
import { addPolicyAdminRoutes } from './admin-routes.ts';
import { POLICY_CONTENT } from './kinds.ts';
import { findPolicies } from './service.ts';

export const policies: Feature = {
  uses: {
    content: ['change-routes', 'editor', 'kind', 'live-content', 'service'],
    facts: ['kinds'],
    shipping: ['rules'],
  },
  addAdminRoutes: addPolicyAdminRoutes,
  kinds: POLICY_CONTENT,
  find: async ({ db }, { q, limit }) => ({ policies: await findPolicies(db, q, limit) }),
};
