import type { Feature } from '#server/feature.ts';
import { addShippingAdminRoutes } from './admin-routes.ts';
import { SHIPPING_CONTENT } from './rules.ts';
import { deleteOldQuotes } from './service.ts';

export const shipping: Feature = {
  uses: ['content/editor.ts', 'content/kind.ts', 'content/live-content.ts', 'content/service.ts'],
  addAdminRoutes: addShippingAdminRoutes,
  kinds: SHIPPING_CONTENT,
  housekeeping: (deps) => [() => deleteOldQuotes(deps)],
};
