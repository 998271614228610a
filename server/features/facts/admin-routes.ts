import type { App } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { adminFactsSchema, changedFactsSchema, factsChangeSchema } from '#shared/content/shop-facts.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { getFacts, resetFacts, saveFacts } from './service.ts';

const PATH = '/api/admin/facts';

/** The facts of the business for the admin, registered behind the guard. */
export function addFactsAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: adminFactsSchema } } }, () => getFacts(deps));

  app.put(PATH, { schema: { body: factsChangeSchema, response: { 200: changedFactsSchema } } }, (request) =>
    saveFacts(deps, request.body),
  );

  app.delete(PATH, { schema: { querystring: versionQuerySchema, response: { 200: changedFactsSchema } } }, (request) =>
    resetFacts(deps, request.query.version),
  );
}
