import type { Feature } from '#server/feature.ts';
import { forgetOldProofs } from './proof-of-work.ts';
import { addCheckoutRoutes } from './routes.ts';

export const checkout: Feature = {
  uses: {
    catalogue: ['live-catalogue'],
    codes: ['service'],
    payments: ['provider'],
    settlement: ['declines/watch', 'deps', 'instrumentation', 'open-payment'],
    shipping: ['rate-source', 'service'],
    stock: ['service'],
    tax: ['estimate', 'provider'],
  },
  addPublicRoutes: addCheckoutRoutes,
  housekeeping: (deps) => [() => forgetOldProofs(deps)],
};
