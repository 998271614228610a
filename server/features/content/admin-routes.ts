import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import {
  draftParamsSchema,
  publishAnswerSchema,
  publishInputSchema,
  revisionParamsSchema,
  revisionSchema,
} from '#shared/content/content.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { type ContentDeps, discardDraft, type Kinds, listRevisions, publish, restoreRevision } from './service.ts';

const answer = { response: { 200: publishAnswerSchema } };

/** Publishing, its history and undo, for all kinds of content; registered behind the guard. */
export function addContentAdminRoutes(app: App, deps: ContentDeps, kinds: Kinds): void {
  app.post('/api/admin/publish', { schema: { body: publishInputSchema, ...answer } }, async ({ body: { items } }) => {
    const requests = items?.map((item) => ({ ...item, what: 'draft' as const })) ?? 'all';
    return { revision: await publish(deps, kinds, requests) };
  });

  app.delete(
    '/api/admin/drafts/:kind/:id',
    { schema: { params: draftParamsSchema, querystring: versionQuerySchema, response: { 204: z.null() } } },
    async ({ params, query: { version } }, reply) => {
      await discardDraft(deps, kinds, { ...params, version });
      return reply.status(204).send(null);
    },
  );

  app.get('/api/admin/revisions', { schema: { response: { 200: z.array(revisionSchema) } } }, () =>
    listRevisions(deps),
  );

  app.post(
    '/api/admin/revisions/:id/restore',
    { schema: { params: revisionParamsSchema, ...answer } },
    async ({ params: { id } }) => ({ revision: await restoreRevision(deps, kinds, id) }),
  );
}
