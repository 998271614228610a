import type { Feature } from '#server/feature.ts';
import { addPeopleAdminRoutes } from './admin-routes.ts';

export const people: Feature = {
  uses: [
    'codes/person.ts',
    'emails/person.ts',
    'labels/person.ts',
    'orders/person.ts',
    'settlement/deps.ts',
    'settlement/person.ts',
    'wholesale/person.ts',
  ],
  addAdminRoutes: addPeopleAdminRoutes,
};
