import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminTextSchema,
  slipWordsSchema,
  textChangeSchema,
  textParamsSchema,
  textQuerySchema,
} from '#shared/content/texts.ts';
import { slipWords } from './pages.ts';
import { textEditor as editor, listTexts, saveText as save } from './service.ts';

const PATH = '/api/admin/texts';

/** The sentences of the public site for the admin, registered behind the guard. */
export function addTextAdminRoutes(app: App, deps: ContentDeps & Pick<BaseDeps, 'changedText'>): void {
  app.get(PATH, { schema: { querystring: textQuerySchema, response: { 200: z.array(adminTextSchema) } } }, (request) =>
    listTexts(deps, request.query.q),
  );

  addChangeRoutes(app, deps, `${PATH}/:key`, {
    editor,
    params: textParamsSchema,
    item: adminTextSchema,
    change: textChangeSchema,
    save,
  });

  app.get('/api/admin/slip-words', { schema: { response: { 200: slipWordsSchema } } }, () =>
    slipWords(deps.changedText),
  );
}
