import multipart from '@fastify/multipart';
import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { limitAtOnce } from '#server/plugins/limits/concurrency-limit.ts';
import { addDeleteRoute } from '#server/plugins/row-routes.ts';
import { MAX_UPLOAD_BYTES, mediaChangeSchema, mediaParamsSchema, mediaSchema } from '#shared/content/media.ts';
import { addPicture, deletePicture, getPicture, listPictures, type MediaDeps, updatePicture } from './service.ts';
import { readUploadedFile, uploadBodyLimit } from './uploaded-file.ts';

const PATH = '/api/admin/media';
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
        bodyLimit: uploadBodyLimit(MAX_UPLOAD_BYTES),
        preHandler: limitAtOnce(UPLOADS_AT_ONCE).takeSlot,
        schema: { consumes: ['multipart/form-data'], response: { 201: mediaSchema } },
      },
      async (request, reply) => {
        return reply
          .status(201)
          .send(await addPicture(deps, await readUploadedFile(request, MAX_UPLOAD_BYTES, 'picture_too_large')));
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
