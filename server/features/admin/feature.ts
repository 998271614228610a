import type { Feature } from '#server/feature.ts';
import { addAccountRoutes } from './account-routes.ts';
import { passwordCommand } from './control.ts';
import { addSessionRoutes } from './routes.ts';
import { addStaffRoutes } from './staff/routes.ts';
import { addSummaryRoutes } from './summary-route.ts';

export const admin: Feature = {
  uses: {
    content: ['service'],
    emails: ['outbox'],
    journal: ['service'],
    live: ['service'],
    orders: ['admin-service'],
    visits: ['service'],
    wholesale: ['service'],
  },
  addAdminRoutes: (app, deps) => {
    addSessionRoutes(app, deps);
    addAccountRoutes(app, deps);
    addStaffRoutes(app, {
      ...deps,
      removeKeys: async (tx, staffId) => {
        for (const feature of deps.features) await feature.removeKeys?.(tx, staffId);
      },
    });
    addSummaryRoutes(app, deps, deps.kinds);
  },
  commands: passwordCommand,
};
