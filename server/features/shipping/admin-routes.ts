import type { App } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentDeps, ContentItem } from '#server/features/content/service.ts';
import {
  type AdminShippingRules,
  adminShippingRulesSchema,
  shippingRulesChangeSchema,
} from '#shared/shipping/rules.ts';
import { RULES_ID as id, SHIPPING_CONTENT, shippingRulesKind, toShippingRules } from './rules.ts';

const PATH = '/api/admin/shipping-rules';

const editor = contentEditor(shippingRulesKind, SHIPPING_CONTENT, toWire);

/** The rules of shipping for the admin, registered behind the guard. */
export function addShippingAdminRoutes(app: App, deps: ContentDeps): void {
  const item = adminShippingRulesSchema;
  app.get(PATH, { schema: { response: { 200: item } } }, () => editor.read(deps, id));
  addChangeRoutes(app, deps, PATH, { editor, id, item, change: shippingRulesChangeSchema });
}

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminShippingRules {
  const { calendar, heat } = toShippingRules(published ?? {});
  return { ...toShippingRules(fields), published: { calendar, heat }, version, origin, changed: [...changed] };
}
