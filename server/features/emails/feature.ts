import type { Feature } from '#server/feature.ts';
import { previewSnapshot } from '#server/features/content/service.ts';
import { factsOf } from '#server/features/facts/kinds.ts';
import { changedTextIn } from '#server/features/texts/pages.ts';
import { emailAdminRoutes } from './admin-routes.ts';

export const emails: Feature = {
  addAdminRoutes: (app, deps) =>
    emailAdminRoutes(app, deps, async () => {
      const saved = await previewSnapshot(deps, deps.kinds, null);
      return { changedText: changedTextIn({ current: () => saved }), facts: () => factsOf(saved) };
    }),
};
