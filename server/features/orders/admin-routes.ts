import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { addListRoute } from '#server/plugins/tables/list-route.ts';
import { addTableRoutes, tableOf } from '#server/plugins/tables/table-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  bulkStatusInputSchema,
  type Order,
  type OrderSort,
  orderCsvQuerySchema,
  orderDetailSchema,
  orderListQuerySchema,
  orderSchema,
  orderStatusInputSchema,
  trackingAnswerSchema,
  trackingInputSchema,
} from '#shared/orders/admin-orders.ts';
import { orderIn } from '#shared/orders/words.ts';
import {
  getOrderDetail,
  listFailedRefunds,
  listOpenDisputes,
  orderList,
  type ReadOrderParts,
  updateOneStatus,
  updateStatuses,
} from './admin-service.ts';
import { type DatedOrder, type LineOfOrder, lineColumns, orderColumns } from './export/csv-columns.ts';
import { findShippedTimes } from './search-repository.ts';
import { addTracking, removeTracking } from './tracking.ts';

const PATH = '/api/admin/orders';

/** Its order, and the cursor of the next page, tell the sums that a helper's answer lacks. */
const isBySum = (sort: OrderSort | undefined) => sort === 'highest' || sort === 'lowest';

/** Orders for the admin; registered behind the guard. @param readParts what other features store for an order */
export function addOrderAdminRoutes(app: App, deps: BaseDeps, readParts: ReadOrderParts): void {
  addListRoute(app, PATH, {
    ...{ db: deps.db, query: orderListQuerySchema, item: orderSchema, list: orderList },
    check: ({ sort }, staff) => {
      if (staff?.role === 'helper' && isBySum(sort)) throw new AppError('owner_only');
    },
  });

  app.get(`${PATH}/disputes`, { schema: { response: { 200: z.array(orderSchema) } } }, () => listOpenDisputes(deps));

  app.get(`${PATH}/failed-refunds`, { schema: { response: { 200: z.array(orderSchema) } } }, () =>
    listFailedRefunds(deps),
  );

  addTableRoutes(app, PATH, orderCsvQuerySchema, (query, language) => {
    const batches = orderList.stream(deps.db, query);
    if (query.per === 'line') return tableOf('order-lines', lineColumns, ofLines(batches), language);
    const named = (order: Order) => orderIn(order, language, deps.changedText);
    return tableOf('orders', orderColumns, withDates(deps.db, batches, named), language);
  });

  app.get(`${PATH}/:id`, { schema: { params: idParamsSchema, response: { 200: orderDetailSchema } } }, (request) =>
    getOrderDetail(deps, request.params.id, readParts),
  );

  app.patch(
    `${PATH}/status`,
    { schema: { body: bulkStatusInputSchema, response: { 200: z.array(orderSchema) } } },
    (request) => updateStatuses(deps, request.body, request.staff?.role),
  );

  app.patch(`${PATH}/:id/status`, changesOne(orderStatusInputSchema, orderSchema), (request) =>
    updateOneStatus(deps, request.params.id, request.body, request.staff?.role),
  );

  app.patch(`${PATH}/:id/tracking`, changesOne(trackingInputSchema, trackingAnswerSchema), (request) =>
    addTracking(deps, request.params.id, request.body),
  );

  addDeleteRoute(app, `${PATH}/:id/tracking`, (id, version) => removeTracking(deps, id, version));
}

async function* withDates(
  db: Executor,
  batches: AsyncGenerator<Order[]>,
  named: (order: Order) => Order,
): AsyncGenerator<DatedOrder[]> {
  for await (const orders of batches) {
    const times = await findShippedTimes(
      db,
      orders.map(({ id }) => id),
    );
    yield orders.map((order) => ({ order: named(order), shippedAt: times.get(order.id) ?? null }));
  }
}

/** Batches of lines, each with its order. */
async function* ofLines(batches: AsyncGenerator<Order[]>): AsyncGenerator<LineOfOrder[]> {
  for await (const orders of batches) {
    yield orders.flatMap((order) => order.lines.map((line) => ({ order, line })));
  }
}
