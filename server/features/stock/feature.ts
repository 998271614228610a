import type { Feature } from '#server/feature.ts';
import { forgetOldHolds } from './service.ts';

export const stock: Feature = {
  uses: { emails: ['outbox'] },
  housekeeping: (deps) => [() => forgetOldHolds(deps)],
};
