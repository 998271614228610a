import type { Feature } from '#server/feature.ts';
import { addTodayRoutes } from './routes.ts';

export const today: Feature = {
  name: 'today',
  uses: ['emails/outbox.ts', 'orders/admin-service.ts', 'settlement/admin-service.ts', 'wholesale/service.ts'],
  addAdminRoutes: addTodayRoutes,
};
