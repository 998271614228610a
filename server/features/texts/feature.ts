import type { Feature } from '#server/feature.ts';
import { addTextAdminRoutes } from './admin-routes.ts';
import { FAQ_CONTENT } from './faq.ts';
import { addFaqAdminRoutes } from './faq-routes.ts';
import { TEXT_CONTENT } from './kinds.ts';
import { findQuestions, findTexts } from './service.ts';

export const texts: Feature = {
  uses: { content: ['change-routes', 'editor', 'kind', 'live-content', 'service'], facts: ['kinds'] },
  addAdminRoutes: (app, deps) => {
    addTextAdminRoutes(app, deps);
    addFaqAdminRoutes(app, deps);
  },
  kinds: [...TEXT_CONTENT, ...FAQ_CONTENT],
  find: async (deps, { q, limit }) => ({
    texts: await findTexts(deps, q, limit),
    questions: await findQuestions(deps, q, limit),
  }),
};
