import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { idParamsSchema } from '#shared/core/lists.ts';

/** The options of a call that changes one row: `:id` is in its path. */
export const changesOne = <Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(body: Body, answer: Answer) => ({
  schema: { params: idParamsSchema, body, response: { 200: answer } },
});

/**
 * `DELETE path?version=`, answered 204.
 *
 * @param remove gets the path's `:id`, and the version that the caller knows
 */
export function addDeleteRoute(
  app: App,
  path: string,
  remove: (id: string, version: number | undefined) => Promise<void>,
  params: z.ZodMiniType<{ id: string }> = idParamsSchema,
): void {
  const schema = { params, querystring: versionQuerySchema, response: { 204: z.null() } };
  app.delete(path, { schema }, async (request, reply) => {
    await remove((request as FastifyRequest<{ Params: { id: string } }>).params.id, request.query.version);
    return reply.status(204).send(null);
  });
}
