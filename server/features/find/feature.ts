import type { Feature } from '#server/feature.ts';
import { addFindRoutes } from './routes.ts';

export const find: Feature = {
  name: 'find',
  uses: [
    'catalogue/service.ts',
    'emails/outbox.ts',
    'orders/admin-service.ts',
    'stores/service.ts',
    'wholesale/service.ts',
  ],
  addAdminRoutes: addFindRoutes,
};
