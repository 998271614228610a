import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminTextSchema,
  changedTextSchema,
  slipWordsSchema,
  textChangeSchema,
  textParamsSchema,
  textQuerySchema,
} from '#shared/content/texts.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { slipWords } from './pages.ts';
import { listTexts, resetText, saveText } from './service.ts';

const PATH = '/api/admin/texts';
const params = textParamsSchema;

/** The sentences of the public site for the admin, registered behind the guard. */
export function addTextAdminRoutes(app: App, deps: ContentDeps & Pick<BaseDeps, 'changedText'>): void {
  app.get(PATH, { schema: { querystring: textQuerySchema, response: { 200: z.array(adminTextSchema) } } }, (request) =>
    listTexts(deps, request.query.q),
  );

  app.put(
    `${PATH}/:key`,
    { schema: { params, body: textChangeSchema, response: { 200: changedTextSchema } } },
    (request) => saveText(deps, request.params.key, request.body),
  );

  app.delete(
    `${PATH}/:key`,
    { schema: { params, querystring: versionQuerySchema, response: { 200: changedTextSchema } } },
    (request) => resetText(deps, request.params.key, request.query.version),
  );

  app.get('/api/admin/slip-words', { schema: { response: { 200: slipWordsSchema } } }, () =>
    slipWords(deps.changedText),
  );
}
