import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { addTableRoutes, tableOf } from '#server/plugins/tables/table-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  recallCsvQuerySchema,
  recallDetailSchema,
  recallEndSchema,
  recallFoundSchema,
  recallInputSchema,
  recallPreviewInputSchema,
  recallPreviewSchema,
  recallQuerySchema,
  recallSchema,
} from '#shared/lots/recalls.ts';
import { recallColumns } from './csv-columns.ts';
import {
  endRecall,
  findRecalled,
  getRecallDetail,
  listRecalls,
  previewRecall,
  type RecallDeps,
  startRecall,
  streamRecalled,
} from './recalls.ts';

const PATH = '/api/admin/recalls';

/** Recalls; registered behind the guard. */
export function addRecallRoutes(app: App, deps: RecallDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(recallSchema) } } }, () => listRecalls(deps));

  app.post(
    PATH,
    { schema: { body: recallInputSchema, response: { 200: recallSchema, 201: recallSchema } } },
    async ({ body }, reply) => {
      const { recall, isNew } = await startRecall(deps, body);
      return reply.status(isNew ? 201 : 200).send(recall);
    },
  );

  app.get(
    `${PATH}/found`,
    { schema: { querystring: recallQuerySchema, response: { 200: recallFoundSchema } } },
    ({ query }) => findRecalled(deps, query),
  );

  app.post(
    `${PATH}/preview`,
    { schema: { body: recallPreviewInputSchema, response: { 200: recallPreviewSchema } } },
    ({ body }) => previewRecall(deps, body),
  );

  addTableRoutes(app, PATH, recallCsvQuerySchema, ({ recall }, language) =>
    tableOf('recall', recallColumns, streamRecalled(deps, recall), language),
  );

  app.get(`${PATH}/:id`, { schema: { params: idParamsSchema, response: { 200: recallDetailSchema } } }, (request) =>
    getRecallDetail(deps, request.params.id),
  );

  app.post(`${PATH}/:id/end`, changesOne(recallEndSchema, recallSchema), ({ params: { id }, body: { version } }) =>
    endRecall(deps, id, version),
  );
}
