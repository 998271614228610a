import type { Feature } from '#server/feature.ts';
import { addLabelAdminRoutes } from './admin-routes.ts';
import { resumeLabels } from './service.ts';
import { addShippoWebhookRoute } from './webhook-route.ts';

export const labels: Feature = {
  uses: {
    orders: ['parcel-events', 'service', 'tracking'],
    shipping: ['parcels', 'postal-only', 'rate-source', 'rate-table', 'service', 'shippo'],
  },
  addPublicRoutes: (app, deps) => {
    if (deps.carrier.name === 'shippo') addShippoWebhookRoute(app, deps);
  },
  addAdminRoutes: addLabelAdminRoutes,
  housekeeping: (deps) => [() => resumeLabels(deps)],
};
