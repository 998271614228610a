import type { Feature } from '#server/feature.ts';
import { deleteOldVisits } from './service.ts';
import { startVisitWriter } from './writer.ts';

export const visits: Feature = {
  uses: { admin: ['session-cookie'], orders: ['stats/service'] },
  housekeeping: (deps) => [() => deleteOldVisits(deps)],
  jobs: { visits: startVisitWriter },
};
