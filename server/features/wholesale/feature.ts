import type { Feature } from '#server/feature.ts';
import { addWholesaleAdminRoutes } from './admin-routes.ts';
import { addWholesaleRoutes } from './routes.ts';
import { countUnanswered, inquiryList } from './service.ts';

export const wholesale: Feature = {
  uses: { emails: ['outbox', 'values'] },
  addPublicRoutes: (app, deps) => addWholesaleRoutes(app, deps, deps.mailShare),
  addAdminRoutes: addWholesaleAdminRoutes,
  countToday: async (deps) => ({ toAnswer: await countUnanswered(deps) }),
  find: async ({ db }, query) => ({ inquiries: (await inquiryList.getPage(db, query)).items }),
};
