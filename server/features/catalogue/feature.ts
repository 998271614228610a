import type { Feature } from '#server/feature.ts';
import { addCatalogueAdminRoutes } from './admin-routes.ts';
import { CATALOGUE_KINDS } from './kinds.ts';
import { addCatalogueRoutes } from './routes.ts';
import { findProducts } from './service.ts';
import { watchStock } from './stock-watch.ts';

export const catalogue: Feature = {
  uses: {
    content: ['change-routes', 'kind', 'live-content', 'service', 'slugs'],
    lots: ['shown-kind'],
    media: ['picture-facts', 'pictured-content'],
    stock: ['service'],
  },
  addPublicRoutes: addCatalogueRoutes,
  addAdminRoutes: addCatalogueAdminRoutes,
  kinds: CATALOGUE_KINDS,
  find: async (deps, { q, limit }) => ({ products: await findProducts(deps, q, limit) }),
  jobs: { stock: watchStock },
};
