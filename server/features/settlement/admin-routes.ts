import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { anomalySchema } from '#shared/orders/admin-orders.ts';
import { listAnomalies, resolveAnomaly } from './admin-service.ts';

/** Payments that match no checkout, for the admin; registered behind the guard. */
export function addAnomalyAdminRoutes(app: App, deps: BaseDeps): void {
  app.get('/api/admin/anomalies', { schema: { response: { 200: z.array(anomalySchema) } } }, () => listAnomalies(deps));

  app.post(
    '/api/admin/anomalies/:id/resolve',
    { schema: { params: idParamsSchema, response: { 200: anomalySchema } } },
    (request) => resolveAnomaly(deps, request.params.id),
  );
}
