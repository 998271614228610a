import type { App, BaseDeps } from '#server/deps.ts';
import { findQuerySchema, foundSchema } from '#shared/admin/find.ts';
import { findAnything } from './service.ts';

/** GET /api/admin/find: one search over orders, products, inquiries, stores and mails; registered behind the guard. */
export function addFindRoutes(app: App, deps: BaseDeps): void {
  app.get('/api/admin/find', { schema: { querystring: findQuerySchema, response: { 200: foundSchema } } }, (request) =>
    findAnything(deps, request.query.q),
  );
}
