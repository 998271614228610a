import type { Feature } from '#server/feature.ts';
import { readPartsOf } from '#server/features/orders/feature.ts';
import { addDisputeAdminRoutes } from './admin-routes.ts';

export const disputes: Feature = {
  uses: {
    emails: ['outbox'],
    orders: ['admin-service', 'owed', 'payment-events', 'service'],
    payments: ['provider'],
    policies: ['past'],
  },
  addAdminRoutes: (app, deps) => addDisputeAdminRoutes(app, { ...deps, readParts: readPartsOf(deps) }),
};
