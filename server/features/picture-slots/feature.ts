import type { Feature } from '#server/feature.ts';
import { addPictureSlotAdminRoutes } from './admin-routes.ts';
import { SLOT_CONTENT } from './kinds.ts';

export const pictureSlots: Feature = {
  uses: { content: ['change-routes', 'editor', 'kind', 'service'], media: ['picture-facts'] },
  addAdminRoutes: addPictureSlotAdminRoutes,
  kinds: SLOT_CONTENT,
};
