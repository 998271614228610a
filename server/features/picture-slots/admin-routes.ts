import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminPictureSlotSchema as item,
  PICTURE_SLOT_IDS,
  pictureSlotParamsSchema as params,
  pictureSlotChangeSchema,
} from '#shared/content/picture-slots.ts';
import { slotEditor as editor, saveSlot as save } from './service.ts';

const PATH = '/api/admin/places';

/** The pictures of the pages, in the order of brand/places.ts, for the admin; registered behind the guard. */
export function addPictureSlotAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(item) } } }, () => editor.list(deps, PICTURE_SLOT_IDS));
  addChangeRoutes(app, deps, `${PATH}/:id`, { editor, params, item, change: pictureSlotChangeSchema, save });
}
