import type { Feature } from '#server/feature.ts';
import { addJournalRoutes } from './routes.ts';
import { deleteOldLines } from './service.ts';

export const journal: Feature = {
  uses: { content: ['kind'] },
  addAdminRoutes: addJournalRoutes,
  housekeeping: (deps) => [() => deleteOldLines(deps)],
};
