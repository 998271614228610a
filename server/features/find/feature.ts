import type { Feature } from '#server/feature.ts';
import { addFindRoutes } from './routes.ts';

export const find: Feature = {
  addAdminRoutes: (app, deps) =>
    addFindRoutes(app, async (query) => {
      const found = await Promise.all(deps.features.map((feature) => feature.find?.(deps, query)));
      return Object.assign({}, ...found);
    }),
};
