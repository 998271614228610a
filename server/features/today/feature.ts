import type { Feature } from '#server/feature.ts';
import { addTodayRoutes } from './routes.ts';

export const today: Feature = {
  addAdminRoutes: (app, deps) =>
    addTodayRoutes(app, async () => {
      const counts = await Promise.all(deps.features.map((feature) => feature.countToday?.(deps)));
      return Object.assign({}, ...counts);
    }),
};
