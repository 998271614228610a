import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { limitAtOnce } from '#server/plugins/limits/concurrency-limit.ts';
import { addDeleteRoute } from '#server/plugins/row-routes.ts';
import { MAX_UPLOAD_BYTES, mediaChangeSchema, mediaParamsSchema, mediaSchema } from '#shared/content/media.ts';
import { addPicture, deletePicture, getPicture, listPictures, type MediaDeps, updatePicture } from './service.ts';

const PATH = '/api/admin/media';
/** The boundaries and headers of a body with one file. */
const FORM_BYTES = 64 * 1024;
/** Each keeps its file in memory while it waits for the converter. One person may have half of these at once. */
const UPLOADS_AT_ONCE = 6;

/** Uploaded pictures, registered behind the guard. */
export async function addMediaAdminRoutes(app: App, deps: MediaDeps): Promise<void> {
  const params = mediaParamsSchema;
  app.get(PATH, { schema: { response: { 200: z.array(mediaSchema) } } }, () => listPictures(deps));

  // A separate scope, because no other call accepts forms, which another site could send without a preflight.
  await app.register(async (scope: App) => {
    await scope.register(multipart);
    scope.post(
      PATH,
      {
        bodyLimit: MAX_UPLOAD_BYTES + FORM_BYTES,
        preHandler: limitAtOnce(UPLOADS_AT_ONCE).takeSlot,
        schema: { consumes: ['multipart/form-data'], response: { 201: mediaSchema } },
      },
      async (request, reply) => {
        return reply.status(201).send(await addPicture(deps, await readFile(request)));
      },
    );
  });

  app.get(`${PATH}/:id`, { schema: { params, response: { 200: mediaSchema } } }, (request) =>
    getPicture(deps, request.params.id),
  );

  app.patch(`${PATH}/:id`, { schema: { params, body: mediaChangeSchema, response: { 200: mediaSchema } } }, (request) =>
    updatePicture(deps, request.params.id, request.body),
  );

  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deletePicture(deps, id, version), params);
}

/**
 * The only file of a form, in a field of any name.
 *
 * @throws AppError `picture_too_large` · `picture_missing` no file, two files, or a truncated form · `content_type`
 */
async function readFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + FORM_BYTES) {
    throw new AppError('picture_too_large');
  }
  if (!request.isMultipart()) throw new AppError('content_type');
  const limits = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 4, fieldSize: 1_024, parts: 5, headerPairs: 20 };
  try {
    let found: { name: string; content: Buffer } | null = null;
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') found = { name: part.filename ?? '', content: await part.toBuffer() };
    }
    if (found) return found;
  } catch (error) {
    const { code } = error as { code?: string };
    throw new AppError(code === 'FST_REQ_FILE_TOO_LARGE' ? 'picture_too_large' : 'picture_missing', { cause: error });
  }
  throw new AppError('picture_missing');
}
