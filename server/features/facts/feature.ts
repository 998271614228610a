import type { Feature } from '#server/feature.ts';
import { addFactsAdminRoutes } from './admin-routes.ts';
import { FACTS_CONTENT } from './kinds.ts';

export const facts: Feature = { addAdminRoutes: addFactsAdminRoutes, kinds: FACTS_CONTENT };
