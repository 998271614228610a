import type { Feature } from '#server/feature.ts';
import { addCodeAdminRoutes } from './admin-routes.ts';

export const codes: Feature = { addAdminRoutes: addCodeAdminRoutes };
