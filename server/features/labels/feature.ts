import type { Feature } from '#server/feature.ts';
import { addLabelAdminRoutes } from './admin-routes.ts';
import { resumeLabels } from './service.ts';
import { addShippoWebhookRoute } from './webhook-route.ts';

export const labels: Feature = {
  uses: [
    'orders/parcel-events.ts',
    'orders/service.ts',
    'orders/tracking.ts',
    'shipping/parcels.ts',
    'shipping/postal-only.ts',
    'shipping/rate-source.ts',
    'shipping/rate-table.ts',
    'shipping/service.ts',
    'shipping/shippo.ts',
  ],
  addPublicRoutes: (app, deps) => {
    if (deps.carrier.name === 'shippo') addShippoWebhookRoute(app, deps);
  },
  addAdminRoutes: addLabelAdminRoutes,
  housekeeping: (deps) => [() => resumeLabels(deps)],
};
