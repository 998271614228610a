import type { Feature } from '#server/feature.ts';
import { addCatalogueAdminRoutes } from './admin-routes.ts';
import { CATALOGUE_KINDS } from './kinds.ts';
import { addCatalogueRoutes } from './routes.ts';
import { watchStock } from './stock-watch.ts';

export const catalogue: Feature = {
  addPublicRoutes: addCatalogueRoutes,
  addAdminRoutes: addCatalogueAdminRoutes,
  kinds: CATALOGUE_KINDS,
  jobs: { stock: watchStock },
};
