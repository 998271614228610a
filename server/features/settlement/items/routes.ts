import type { App } from '#server/deps.ts';
import { getOrderDetail, type ReadOrderParts } from '#server/features/orders/admin-service.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { orderDetailSchema } from '#shared/orders/admin-orders.ts';
import { itemsChangeInputSchema, itemsPreviewInputSchema, itemsPreviewSchema } from '#shared/orders/items.ts';
import { IDEMPOTENCY_KEY_HEADER, refundHeadersSchema } from '#shared/orders/refunds.ts';
import type { PlanDeps } from './plan.ts';
import { changeItems, previewItems } from './service.ts';

const ITEMS = '/api/admin/orders/:id/items';

/** Changes of the items of a paid order; registered behind the guard. @param readParts as for the order's detail */
export function addItemsAdminRoutes(app: App, deps: PlanDeps, readParts: ReadOrderParts): void {
  app.post(`${ITEMS}/preview`, changesOne(itemsPreviewInputSchema, itemsPreviewSchema), (request) =>
    previewItems(deps, request.params.id, request.body),
  );

  app.post(
    ITEMS,
    {
      schema: {
        params: idParamsSchema,
        headers: refundHeadersSchema,
        body: itemsChangeInputSchema,
        response: { 200: orderDetailSchema },
      },
    },
    async ({ params, headers, body }) => {
      await changeItems(deps, params.id, headers[IDEMPOTENCY_KEY_HEADER], body);
      return getOrderDetail(deps, params.id, readParts);
    },
  );
}
