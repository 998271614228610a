import type { Feature } from '#server/feature.ts';
import { addPolicyAdminRoutes } from './admin-routes.ts';
import { POLICY_CONTENT } from './kinds.ts';

export const policies: Feature = { addAdminRoutes: addPolicyAdminRoutes, kinds: POLICY_CONTENT };
