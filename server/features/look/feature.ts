import type { Feature } from '#server/feature.ts';
import { addLookAdminRoutes } from './admin-routes.ts';
import { LOOK_CONTENT } from './kinds.ts';
import { addLookRoutes } from './routes.ts';
import { keepLogos, logoMaker } from './service.ts';

export const look: Feature = {
  uses: {
    content: ['change-routes', 'editor', 'kind', 'live-content', 'service'],
    media: ['converter', 'file-cache', 'limited', 'uploaded-file'],
  },
  addPublicRoutes: addLookRoutes,
  addAdminRoutes: (app, deps) => addLookAdminRoutes(app, { ...deps, maker: logoMaker(deps.log) }),
  kinds: LOOK_CONTENT,
  housekeeping: (deps) => [() => keepLogos({ ...deps, maker: logoMaker(deps.log) })],
};
