import type { App } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import {
  adminShippingRulesSchema,
  changedShippingRulesSchema,
  shippingRulesChangeSchema,
} from '#shared/shipping/rules.ts';
import { getShippingRules, resetShippingRules, saveShippingRules } from './rules-service.ts';

const PATH = '/api/admin/shipping-rules';

/** The rules of shipping for the admin, registered behind the guard. */
export function addShippingAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: adminShippingRulesSchema } } }, () => getShippingRules(deps));

  app.put(
    PATH,
    { schema: { body: shippingRulesChangeSchema, response: { 200: changedShippingRulesSchema } } },
    (request) => saveShippingRules(deps, request.body),
  );

  app.delete(
    PATH,
    { schema: { querystring: versionQuerySchema, response: { 200: changedShippingRulesSchema } } },
    (request) => resetShippingRules(deps, request.query.version),
  );
}
