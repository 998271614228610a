import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { changedOf } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { addDeleteRoute } from '#server/plugins/row-routes.ts';
import {
  adminProductSchema,
  productChangeSchema,
  productInputSchema,
  productOrderSchema,
  productParamsSchema,
} from '#shared/catalogue/products.ts';
import { stockChangeSchema, stockMovementSchema } from '#shared/catalogue/stock.ts';
import {
  changeStock,
  createProduct,
  deleteProduct,
  getStockMovements,
  listProducts,
  orderProducts,
  updateProduct,
} from './service.ts';

const PATH = '/api/admin/products';
const params = productParamsSchema;

/** Products for the admin, registered behind the guard. */
export function addCatalogueAdminRoutes(app: App, deps: ContentDeps): void {
  const list = { response: { 200: z.array(adminProductSchema) } };
  app.get(PATH, { schema: list }, () => listProducts(deps));

  app.post(
    PATH,
    { schema: { body: productInputSchema, response: { 201: adminProductSchema } } },
    async (request, reply) => reply.status(201).send(await createProduct(deps, request.body)),
  );

  app.put(`${PATH}/order`, { schema: { body: productOrderSchema, ...list } }, (request) =>
    orderProducts(deps, request.body),
  );

  app.patch(
    `${PATH}/:id`,
    { schema: { params, body: productChangeSchema, response: { 200: changedOf(adminProductSchema) } } },
    (request) => updateProduct(deps, request.params.id, request.body),
  );

  app.patch(
    `${PATH}/:id/stock`,
    { schema: { params, body: stockChangeSchema, response: { 200: adminProductSchema } } },
    (request) => changeStock(deps, request.params.id, request.body),
  );

  app.get(`${PATH}/:id/stock`, { schema: { params, response: { 200: z.array(stockMovementSchema) } } }, (request) =>
    getStockMovements(deps, request.params.id),
  );

  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deleteProduct(deps, id, version), params);
}
