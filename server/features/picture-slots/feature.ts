import type { Feature } from '#server/feature.ts';
import { addPictureSlotAdminRoutes } from './admin-routes.ts';
import { SLOT_CONTENT } from './kinds.ts';

export const pictureSlots: Feature = {
  uses: ['content/editor.ts', 'content/kind.ts', 'content/service.ts', 'media/picture-facts.ts'],
  addAdminRoutes: addPictureSlotAdminRoutes,
  kinds: SLOT_CONTENT,
};
