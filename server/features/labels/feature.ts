import type { Feature } from '#server/feature.ts';
import { addLabelAdminRoutes } from './admin-routes.ts';
import { resumeLabels } from './service.ts';
import { addShippoWebhookRoute } from './webhook-route.ts';

export const labels: Feature = {
  addPublicRoutes: (app, deps) => {
    if (deps.carrier.name === 'shippo') addShippoWebhookRoute(app, deps);
  },
  addAdminRoutes: addLabelAdminRoutes,
  housekeeping: (deps) => [() => resumeLabels(deps)],
};
