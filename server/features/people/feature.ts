import type { Feature } from '#server/feature.ts';
import { addPeopleAdminRoutes } from './admin-routes.ts';

export const people: Feature = { addAdminRoutes: addPeopleAdminRoutes };
