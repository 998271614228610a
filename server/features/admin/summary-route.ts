import type { App, BaseDeps } from '#server/deps.ts';
import { type Kinds, listUnpublished } from '#server/features/content/service.ts';
import { listChanges } from '#server/features/live/service.ts';
import { getOrderTotals, getStats } from '#server/features/orders/admin-service.ts';
import { getFigures } from '#server/features/orders/figures.ts';
import { countInquiries } from '#server/features/wholesale/service.ts';
import {
  changesQuerySchema,
  changesSchema,
  statsQuerySchema,
  statsSchema,
  summarySchema,
} from '#shared/admin/admin.ts';
import { figuresQuerySchema, figuresSchema } from '#shared/orders/figures.ts';
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
      const stats = await getStats(deps, request.query.range ?? '30d');
      const catalogue = deps.catalogue();
      const products = stats.products.map((product) => ({ ...product, names: catalogue.find(product.id)?.name }));
      return { ...stats, products };
    },
  );

  app.get(
    '/api/admin/figures',
    { schema: { querystring: figuresQuerySchema, response: { 200: figuresSchema } } },
    async (request) => {
      const figures = await getFigures(deps, request.query);
      const catalogue = deps.catalogue();
      const product = figures.parts.product.map((row) => ({ ...row, names: catalogue.find(row.key)?.name }));
      return { ...figures, parts: { ...figures.parts, product } };
    },
  );
}
