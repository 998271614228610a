import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { changedOf } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminStorySchema,
  deletedStorySchema,
  storyChangeSchema,
  storyInputSchema,
  storyParamsSchema,
} from '#shared/content/stories.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { createStory, deleteStory, listStories, updateStory } from './service.ts';

const PATH = '/api/admin/stories';
/** The longest texts in two languages, at three bytes per character. */
const BODY_LIMIT = 1024 * 1024;

/** Stories for the admin, registered behind the guard. */
export function addStoryAdminRoutes(app: App, deps: ContentDeps): void {
  const params = storyParamsSchema;
  app.get(PATH, { schema: { response: { 200: z.array(adminStorySchema) } } }, () => listStories(deps));

  app.post(
    PATH,
    { bodyLimit: BODY_LIMIT, schema: { body: storyInputSchema, response: { 201: adminStorySchema } } },
    async (request, reply) => reply.status(201).send(await createStory(deps, request.body)),
  );

  app.patch(
    `${PATH}/:id`,
    {
      bodyLimit: BODY_LIMIT,
      schema: { params, body: storyChangeSchema, response: { 200: changedOf(adminStorySchema) } },
    },
    (request) => updateStory(deps, request.params.id, request.body),
  );

  app.delete(
    `${PATH}/:id`,
    { schema: { params, querystring: versionQuerySchema, response: { 200: deletedStorySchema } } },
    (request) => deleteStory(deps, request.params.id, request.query.version),
  );
}
