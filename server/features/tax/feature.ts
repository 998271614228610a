import type { Feature } from '#server/feature.ts';
import { addTaxAdminRoutes } from './admin-routes.ts';
import { watchTaxMeter } from './meter.ts';
import { resumeTaxRecords } from './records.ts';

export const tax: Feature = {
  uses: { emails: ['outbox'], orders: ['correction', 'service', 'stats/service'], payments: ['provider', 'stripe'] },
  addAdminRoutes: addTaxAdminRoutes,
  housekeeping: (deps) => [() => resumeTaxRecords(deps), watchTaxMeter(deps)],
};
