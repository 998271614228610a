import type { Feature } from '#server/feature.ts';
import { addLotAdminRoutes } from './admin-routes.ts';
import { watchRecalls } from './recall-mails.ts';
import { addRecallRoutes } from './recall-routes.ts';
import { shownRecallKind } from './shown-kind.ts';

export const lots: Feature = {
  uses: { content: ['kind', 'service'], emails: ['outbox'], orders: ['schema', 'service'] },
  addAdminRoutes: (app, deps) => {
    addLotAdminRoutes(app, deps);
    addRecallRoutes(app, deps);
  },
  kinds: [shownRecallKind],
  jobs: { recalls: watchRecalls },
};
