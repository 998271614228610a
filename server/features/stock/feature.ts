import type { Feature } from '#server/feature.ts';
import { forgetOldHolds } from './service.ts';

export const stock: Feature = {
  uses: ['emails/outbox.ts'],
  housekeeping: (deps) => [() => forgetOldHolds(deps)],
};
