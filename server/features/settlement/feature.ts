import type { Feature } from '#server/feature.ts';
import { readPartsOf } from '#server/features/orders/feature.ts';
import { addAnomalyAdminRoutes } from './admin-routes.ts';
import { countAnomalies } from './admin-service.ts';
import { addBuyerCancelRoute } from './buyer-route.ts';
import { addConfirmRoute } from './confirm-route.ts';
import { addItemsAdminRoutes } from './items/routes.ts';
import { addOwedAdminRoutes, addOwedRoutes } from './owed/routes.ts';
import { startReconciliation } from './reconcile.ts';
import { addRefundAdminRoutes } from './refunds/routes.ts';
import { addWebhookRoute } from './webhook-route.ts';

export const settlement: Feature = {
  uses: {
    codes: ['service'],
    emails: ['order-mails', 'outbox', 'values'],
    labels: ['service'],
    orders: ['admin-service', 'correction', 'owed', 'payment-events', 'payment-url', 'service', 'status-view'],
    payments: ['provider'],
    stock: ['service'],
    tax: ['changed-items', 'provider', 'records'],
  },
  addPublicRoutes: async (app, deps) => {
    addConfirmRoute(app, deps);
    if (deps.payments.webhook) await addWebhookRoute(app, deps, deps.payments.webhook);
    addBuyerCancelRoute(app, deps);
    addOwedRoutes(app, deps);
  },
  addAdminRoutes: (app, deps) => {
    addRefundAdminRoutes(app, deps, readPartsOf(deps));
    addItemsAdminRoutes(app, deps, readPartsOf(deps));
    addOwedAdminRoutes(app, deps, readPartsOf(deps));
    addAnomalyAdminRoutes(app, deps);
  },
  countToday: async (deps) => ({ anomalies: await countAnomalies(deps) }),
  jobs: {
    reconciliation: (deps) => {
      const tasks = deps.features.flatMap(({ housekeeping }) => housekeeping?.(deps) ?? []);
      return startReconciliation(deps, async () => {
        for (const task of tasks) await task();
      });
    },
  },
};
