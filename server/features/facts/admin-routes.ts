import type { App } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { adminFactsSchema, factsChangeSchema } from '#shared/content/shop-facts.ts';
import { FACTS_ID } from './kinds.ts';
import { factsEditor as editor } from './service.ts';

const PATH = '/api/admin/facts';

/** The facts of the business for the admin, registered behind the guard. */
export function addFactsAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: adminFactsSchema } } }, () => editor.read(deps, FACTS_ID));
  addChangeRoutes(app, deps, PATH, { editor, id: FACTS_ID, item: adminFactsSchema, change: factsChangeSchema });
}
