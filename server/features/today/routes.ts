import type { App, BaseDeps } from '#server/deps.ts';
import { todaySchema } from '#shared/admin/today.ts';
import { countToday } from './service.ts';

/** GET /api/admin/summary/today; registered behind the guard. */
export function addTodayRoutes(app: App, deps: BaseDeps): void {
  app.get('/api/admin/summary/today', { schema: { response: { 200: todaySchema } } }, () => countToday(deps));
}
