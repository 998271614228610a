import type { Feature } from '#server/feature.ts';
import { addFactsAdminRoutes } from './admin-routes.ts';
import { FACTS_CONTENT } from './kinds.ts';
import { watchSpecialHours } from './special-hours.ts';

export const facts: Feature = {
  uses: { content: ['change-routes', 'editor', 'kind', 'live-content', 'service'], look: ['kinds'] },
  addAdminRoutes: addFactsAdminRoutes,
  kinds: FACTS_CONTENT,
  jobs: { 'time zone': ({ timeZone }) => timeZone, 'special hours': watchSpecialHours },
  housekeeping: ({ timeZone }) => [timeZone.count],
};
