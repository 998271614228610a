import type { Feature } from '#server/feature.ts';
import { addTaxAdminRoutes } from './admin-routes.ts';

export const tax: Feature = { addAdminRoutes: addTaxAdminRoutes };
