import type { App, BaseDeps } from '#server/deps.ts';
import { type CsvColumn, csvTime } from '#server/plugins/tables/csv-headings.ts';
import { addListRoute } from '#server/plugins/tables/list-route.ts';
import { addTableRoutes, tableOf } from '#server/plugins/tables/table-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  type Customer,
  customerDetailSchema,
  customerListQuerySchema,
  customerSchema,
} from '#shared/orders/customers.ts';
import { customerList, getCustomer } from './service.ts';

const PATH = '/api/admin/customers';

const columns: CsvColumn<Customer>[] = [
  ['admin_csv_customer', ({ name }) => name],
  ['admin_csv_email', ({ email }) => email],
  ['admin_csv_orders_count', ({ orders }) => orders],
  ['admin_csv_net', ({ net }) => net, 'amount'],
  ['admin_csv_first_order', ({ firstOrderAt }) => csvTime(firstOrderAt)],
  ['admin_csv_last_order', ({ lastOrderAt }) => csvTime(lastOrderAt)],
  ['admin_csv_id', ({ id }) => id],
];

/** Customers for the admin; registered behind the guard. */
export function addCustomerAdminRoutes(app: App, deps: BaseDeps): void {
  addListRoute(app, PATH, { db: deps.db, query: customerListQuerySchema, item: customerSchema, list: customerList });

  addTableRoutes(app, PATH, customerListQuerySchema, (query, language) =>
    tableOf('customers', columns, customerList.stream(deps.db, query), language),
  );

  app.get(`${PATH}/:id`, { schema: { params: idParamsSchema, response: { 200: customerDetailSchema } } }, (request) =>
    getCustomer(deps, request.params.id),
  );
}
