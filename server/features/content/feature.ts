import type { Feature } from '#server/feature.ts';
import { linkMarks, markTexts } from '#server/features/texts/marks.ts';
import { addContentAdminRoutes } from './admin-routes.ts';
import { followContent } from './live-content.ts';
import { addPreviewRoute } from './preview-route.ts';

export const content: Feature = {
  addAdminRoutes: (app, deps) => {
    addContentAdminRoutes(app, deps, deps.kinds);
    addPreviewRoute(app, deps, deps.kinds, { mark: markTexts, link: linkMarks });
  },
  // PGlite has no other instance that could publish.
  jobs: { content: (deps) => (deps.connection.engine === 'postgres' ? followContent(deps) : null) },
};
