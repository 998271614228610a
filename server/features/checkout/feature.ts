import type { Feature } from '#server/feature.ts';
import { addCheckoutRoutes } from './routes.ts';

export const checkout: Feature = { addPublicRoutes: addCheckoutRoutes };
