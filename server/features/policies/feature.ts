import type { Feature } from '#server/feature.ts';
import { addPolicyAdminRoutes } from './admin-routes.ts';
import { POLICY_CONTENT } from './kinds.ts';

export const policies: Feature = {
  uses: [
    'content/editor.ts',
    'content/kind.ts',
    'content/live-content.ts',
    'content/service.ts',
    'facts/kinds.ts',
    'shipping/rules.ts',
  ],
  addAdminRoutes: addPolicyAdminRoutes,
  kinds: POLICY_CONTENT,
};
