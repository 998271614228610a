import type { App } from '#server/deps.ts';
import { type Today, todaySchema } from '#shared/admin/today.ts';

/** GET /api/admin/summary/today; registered behind the guard. */
export function addTodayRoutes(app: App, countToday: () => Promise<Today>): void {
  app.get('/api/admin/summary/today', { schema: { response: { 200: todaySchema } } }, countToday);
}
