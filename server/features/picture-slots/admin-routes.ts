import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminPictureSlotSchema,
  changedPictureSlotSchema,
  pictureSlotChangeSchema,
  pictureSlotParamsSchema,
} from '#shared/content/picture-slots.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { listSlots, resetSlot, saveSlot } from './service.ts';

const PATH = '/api/admin/places';

/** The pictures of the pages for the admin, registered behind the guard. */
export function addPictureSlotAdminRoutes(app: App, deps: ContentDeps): void {
  const params = pictureSlotParamsSchema;
  app.get(PATH, { schema: { response: { 200: z.array(adminPictureSlotSchema) } } }, () => listSlots(deps));

  app.put(
    `${PATH}/:id`,
    { schema: { params, body: pictureSlotChangeSchema, response: { 200: changedPictureSlotSchema } } },
    (request) => saveSlot(deps, request.params.id, request.body),
  );

  app.delete(
    `${PATH}/:id`,
    { schema: { params, querystring: versionQuerySchema, response: { 200: changedPictureSlotSchema } } },
    (request) => resetSlot(deps, request.params.id, request.query.version),
  );
}
