import multipart from '@fastify/multipart';
import type { App } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import { readUploadedFile, uploadBodyLimit } from '#server/features/media/uploaded-file.ts';
import { limitAtOnce } from '#server/plugins/limits/concurrency-limit.ts';
import { adminLookSchema, logoAnswerSchema, lookChangeSchema, MAX_LOGO_BYTES } from '#shared/look/look.ts';
import { LOOK_ID } from './kinds.ts';
import { addLogo, lookEditor as editor, type LookDeps, saveLook } from './service.ts';

const PATH = '/api/admin/look';
/** Each keeps its file in memory while it waits to be drawn. One person may have half of these at once. */
const UPLOADS_AT_ONCE = 4;

/** Name, logo and colours for the admin, registered behind the guard. */
export async function addLookAdminRoutes(app: App, deps: LookDeps): Promise<void> {
  app.get(PATH, { schema: { response: { 200: adminLookSchema } } }, () => editor.read(deps, LOOK_ID));
  addChangeRoutes(app, deps, PATH, {
    editor,
    id: LOOK_ID,
    item: adminLookSchema,
    change: lookChangeSchema,
    save: (_, id, change) => saveLook(deps, id, change),
  });
  await app.register(async (scope: App) => {
    await scope.register(multipart);
    scope.post(
      `${PATH}/logo`,
      {
        bodyLimit: uploadBodyLimit(MAX_LOGO_BYTES),
        preHandler: limitAtOnce(UPLOADS_AT_ONCE).takeSlot,
        schema: { consumes: ['multipart/form-data'], response: { 201: logoAnswerSchema } },
      },
      async (request, reply) => {
        const { content } = await readUploadedFile(request, MAX_LOGO_BYTES, 'logo_large');
        return reply.status(201).send({ logo: await addLogo(deps, content) });
      },
    );
  });
}
