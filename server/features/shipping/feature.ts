import type { Feature } from '#server/feature.ts';
import { addShippingAdminRoutes } from './admin-routes.ts';
import { SHIPPING_CONTENT } from './rules.ts';

export const shipping: Feature = { addAdminRoutes: addShippingAdminRoutes, kinds: SHIPPING_CONTENT };
