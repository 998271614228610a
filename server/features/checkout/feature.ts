import type { Feature } from '#server/feature.ts';
import { forgetOldProofs } from './proof-of-work.ts';
import { addCheckoutRoutes } from './routes.ts';

export const checkout: Feature = {
  uses: [
    'catalogue/live-catalogue.ts',
    'codes/service.ts',
    'payments/provider.ts',
    'settlement/declines/watch.ts',
    'settlement/deps.ts',
    'settlement/instrumentation.ts',
    'settlement/open-payment.ts',
    'shipping/rate-source.ts',
    'shipping/service.ts',
    'stock/service.ts',
    'tax/estimate.ts',
    'tax/provider.ts',
  ],
  addPublicRoutes: addCheckoutRoutes,
  housekeeping: (deps) => [() => forgetOldProofs(deps)],
};
