import type { Feature } from '#server/feature.ts';
import { addWholesaleAdminRoutes } from './admin-routes.ts';
import { addWholesaleRoutes } from './routes.ts';

export const wholesale: Feature = {
  name: 'wholesale',
  uses: ['emails/outbox.ts', 'emails/values.ts'],
  addPublicRoutes: (app, deps) => addWholesaleRoutes(app, deps, deps.mailShare),
  addAdminRoutes: addWholesaleAdminRoutes,
};
