import type { App } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { adminFaqSchema, changedFaqSchema, faqChangeSchema } from '#shared/content/faq.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { getFaq, resetFaq, saveFaq } from './faq-service.ts';

const PATH = '/api/admin/faq';
/** A full list in two languages, at three bytes per character. */
const BODY_LIMIT = 1024 * 1024;

/** Questions and answers for the admin, registered behind the guard. */
export function addFaqAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: adminFaqSchema } } }, () => getFaq(deps));

  app.put(
    PATH,
    { bodyLimit: BODY_LIMIT, schema: { body: faqChangeSchema, response: { 200: changedFaqSchema } } },
    (request) => saveFaq(deps, request.body),
  );

  app.delete(PATH, { schema: { querystring: versionQuerySchema, response: { 200: changedFaqSchema } } }, (request) =>
    resetFaq(deps, request.query.version),
  );
}
