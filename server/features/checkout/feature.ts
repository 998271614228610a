import type { Feature } from '#server/feature.ts';
import { forgetExpired } from './housekeeping.ts';
import { addCheckoutRoutes } from './routes.ts';

export const checkout: Feature = {
  addPublicRoutes: addCheckoutRoutes,
  housekeeping: (deps) => [() => forgetExpired(deps)],
};
