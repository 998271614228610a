import type { Feature } from '#server/feature.ts';
import { addTodayRoutes } from './routes.ts';

export const today: Feature = { addAdminRoutes: addTodayRoutes };
