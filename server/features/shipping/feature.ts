import type { Feature } from '#server/feature.ts';
import { addShippingAdminRoutes } from './admin-routes.ts';
import { SHIPPING_CONTENT } from './rules.ts';
import { deleteOldQuotes } from './service.ts';

export const shipping: Feature = {
  uses: { content: ['change-routes', 'editor', 'kind', 'live-content', 'service'] },
  addAdminRoutes: addShippingAdminRoutes,
  kinds: SHIPPING_CONTENT,
  housekeeping: (deps) => [() => deleteOldQuotes(deps)],
};
