import type { Feature } from '#server/feature.ts';
import { addFindRoutes } from './routes.ts';

export const find: Feature = { addAdminRoutes: addFindRoutes };
