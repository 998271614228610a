import type { Feature } from '#server/feature.ts';
import { addGuideRoute } from './routes.ts';
import { findChapters } from './service.ts';

/** The owner's guide of `docs`, in the admin. */
export const guide: Feature = {
  addAdminRoutes: addGuideRoute,
  find: async (_, { q, limit }) => ({ guide: findChapters(q, limit) }),
};
