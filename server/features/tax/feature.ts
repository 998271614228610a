import type { Feature } from '#server/feature.ts';
import { addTaxAdminRoutes } from './admin-routes.ts';
import { watchTaxMeter } from './meter.ts';
import { resumeTaxRecords } from './records.ts';

export const tax: Feature = {
  uses: [
    'emails/outbox.ts',
    'orders/correction.ts',
    'orders/service.ts',
    'orders/stats/service.ts',
    'payments/provider.ts',
    'payments/stripe.ts',
  ],
  addAdminRoutes: addTaxAdminRoutes,
  housekeeping: (deps) => [() => resumeTaxRecords(deps), watchTaxMeter(deps)],
};
