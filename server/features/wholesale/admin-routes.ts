import * as z from 'zod/mini';
import { type App, type BaseDeps, requestLanguage } from '#server/deps.ts';
import { csvHeadings } from '#server/plugins/csv-headings.ts';
import { addListRoute } from '#server/plugins/list-route.ts';
import { rowsOf, sendCsv } from '#server/plugins/streams.ts';
import {
  inquiryListQuerySchema,
  inquiryNotesInputSchema,
  inquirySchema,
  inquiryStatusInputSchema,
} from '#shared/admin-wholesale.ts';
import { versionQuerySchema } from '#shared/fields.ts';
import { idParamsSchema } from '#shared/lists.ts';
import { inquiryColumns } from './csv-columns.ts';
import { deleteInquiry, getInquiry, inquiryList, updateNotes, updateStatus } from './service.ts';

const PATH = '/api/admin/wholesalers';
const inquiryAnswer = { response: { 200: inquirySchema } };

/** Wholesale inquiries for the admin; registered behind the guard. */
export function addWholesaleAdminRoutes(app: App, deps: BaseDeps): void {
  addListRoute(app, PATH, { db: deps.db, query: inquiryListQuerySchema, item: inquirySchema, list: inquiryList });

  app.get(
    `${PATH}.csv`,
    { schema: { querystring: inquiryListQuerySchema, produces: ['text/csv'] } },
    (request, reply) => {
      const language = requestLanguage(request);
      const file = { name: 'wholesalers', columns: csvHeadings(inquiryColumns, language) };
      const batches = inquiryList.stream(deps.db, request.query);
      return sendCsv(
        reply,
        file,
        rowsOf(batches, (inquiry) => [inquiryColumns.map(([, fill]) => fill(inquiry, language))]),
      );
    },
  );

  app.get(`${PATH}/:id`, { schema: { params: idParamsSchema, ...inquiryAnswer } }, (request) =>
    getInquiry(deps, request.params.id),
  );

  app.patch(
    `${PATH}/:id/status`,
    { schema: { params: idParamsSchema, body: inquiryStatusInputSchema, ...inquiryAnswer } },
    (request) => updateStatus(deps, request.params.id, request.body),
  );

  app.patch(
    `${PATH}/:id/notes`,
    { schema: { params: idParamsSchema, body: inquiryNotesInputSchema, ...inquiryAnswer } },
    (request) => updateNotes(deps, request.params.id, request.body),
  );

  app.delete(
    `${PATH}/:id`,
    { schema: { params: idParamsSchema, querystring: versionQuerySchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteInquiry(deps, request.params.id, request.query.version);
      return reply.status(204).send(null);
    },
  );
}
