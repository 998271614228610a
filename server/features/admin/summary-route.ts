import type { App, BaseDeps } from '#server/deps.ts';
import { type Kinds, listUnpublished } from '#server/features/content/service.ts';
import { listChanges } from '#server/features/live/service.ts';
import { getOrderTotals, getStats } from '#server/features/orders/admin-service.ts';
import { getVisits } from '#server/features/visits/service.ts';
import { countInquiries } from '#server/features/wholesale/service.ts';
import { changesQuerySchema, changesSchema, summarySchema } from '#shared/admin/admin.ts';
import { statsQuerySchema, statsSchema } from '#shared/orders/stats.ts';
import { CHANGES_PATH } from './guard.ts';

/** The numbers of the dashboard's cards and charts. */
export function addSummaryRoutes(app: App, deps: BaseDeps, kinds: Kinds): void {
  app.get('/api/admin/summary', { schema: { response: { 200: summarySchema } } }, async () => {
    const [inquiries, orders] = await Promise.all([countInquiries(deps), getOrderTotals(deps)]);
    return { totalWholesalers: inquiries.total, pendingWholesalers: inquiries.pending, ...orders };
  });

  const schema = { querystring: changesQuerySchema, response: { 200: changesSchema } };
  app.get(CHANGES_PATH, { schema }, async (request) => {
    // Read first: a later count may include a change of the next answer, but never misses one of this.
    const changes = await listChanges(deps, request.query.since);
    const [inquiries, orders, unpublished] = await Promise.all([
      countInquiries(deps),
      getOrderTotals(deps),
      listUnpublished(deps, kinds),
    ]);
    return { orders: orders.totalOrders, inquiries: inquiries.total, unpublished, ...changes };
  });

  app.get(
    '/api/admin/stats',
    { schema: { querystring: statsQuerySchema, response: { 200: statsSchema } } },
    async (request) => {
      const { range = '30d', from, until } = request.query;
      const days = from && until ? { from, until } : undefined;
      const [stats, visits] = await Promise.all([getStats(deps, range, days), days && getVisits(deps, days)]);
      const catalogue = deps.catalogue();
      const products = stats.products.map((row) => ({ ...row, names: catalogue.find(row.id)?.name }));
      const { sold } = stats;
      if (!sold) return { ...stats, products };
      const product = sold.parts.product.map((row) => ({ ...row, names: catalogue.find(row.key)?.name }));
      return { ...stats, products, sold: { ...sold, parts: { ...sold.parts, product } }, visits };
    },
  );
}
