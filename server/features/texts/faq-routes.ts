import type { App } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { faqChangeSchema, adminFaqSchema as item } from '#shared/content/faq.ts';
import { faqEditor as editor, FAQ_ID as id } from './faq.ts';

const PATH = '/api/admin/faq';

/** A full list in two languages, at three bytes per character. */
const BODY_LIMIT = 1024 * 1024;

/** Questions and answers for the admin, registered behind the guard. */
export function addFaqAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: item } } }, () => editor.read(deps, id));
  addChangeRoutes(app, deps, PATH, { editor, id, item, change: faqChangeSchema, bodyLimit: BODY_LIMIT });
}
