import type { App, BaseDeps } from '#server/deps.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { addListRoute } from '#server/plugins/tables/list-route.ts';
import { addTableRoutes, tableOf } from '#server/plugins/tables/table-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  inquiryListQuerySchema,
  inquiryNotesInputSchema,
  inquirySchema,
  inquiryStatusInputSchema,
} from '#shared/wholesale/admin-wholesale.ts';
import { inquiryColumns } from './csv-columns.ts';
import { deleteInquiry, getInquiry, inquiryList, updateNotes, updateStatus } from './service.ts';

const PATH = '/api/admin/wholesalers';
const inquiryAnswer = { response: { 200: inquirySchema } };

/** Wholesale inquiries for the admin; registered behind the guard. */
export function addWholesaleAdminRoutes(app: App, deps: BaseDeps): void {
  addListRoute(app, PATH, { db: deps.db, query: inquiryListQuerySchema, item: inquirySchema, list: inquiryList });

  addTableRoutes(app, PATH, inquiryListQuerySchema, (query, language) =>
    tableOf('wholesalers', inquiryColumns, inquiryList.stream(deps.db, query), language),
  );

  app.get(`${PATH}/:id`, { schema: { params: idParamsSchema, ...inquiryAnswer } }, (request) =>
    getInquiry(deps, request.params.id),
  );

  app.patch(`${PATH}/:id/status`, changesOne(inquiryStatusInputSchema, inquirySchema), (request) =>
    updateStatus(deps, request.params.id, request.body),
  );

  app.patch(`${PATH}/:id/notes`, changesOne(inquiryNotesInputSchema, inquirySchema), (request) =>
    updateNotes(deps, request.params.id, request.body),
  );

  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deleteInquiry(deps, id, version));
}
