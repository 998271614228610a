import type { Feature } from '#server/feature.ts';
import { readPartsOf } from '#server/features/orders/feature.ts';
import { addDisputeAdminRoutes } from './admin-routes.ts';

export const disputes: Feature = {
  uses: [
    'emails/outbox.ts',
    'orders/admin-service.ts',
    'orders/payment-events.ts',
    'orders/service.ts',
    'payments/provider.ts',
    'policies/past.ts',
  ],
  addAdminRoutes: (app, deps) => addDisputeAdminRoutes(app, { ...deps, readParts: readPartsOf(deps) }),
};
