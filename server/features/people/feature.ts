import type { Feature } from '#server/feature.ts';
import { addPeopleAdminRoutes } from './admin-routes.ts';

export const people: Feature = {
  uses: {
    accounts: ['person'],
    codes: ['person'],
    emails: ['person'],
    journal: ['service'],
    labels: ['person'],
    orders: ['owed', 'person'],
    settlement: ['deps', 'person'],
    wholesale: ['person'],
    'written-orders': ['person'],
  },
  addAdminRoutes: addPeopleAdminRoutes,
};
