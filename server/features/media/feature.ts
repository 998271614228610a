import type { Feature } from '#server/feature.ts';
import { addMediaAdminRoutes } from './admin-routes.ts';
import { Converter } from './converter.ts';
import { findPictureUses } from './picture-uses.ts';
import { addMediaRoutes } from './routes.ts';
import { forgetOldPictures } from './service.ts';

export const media: Feature = {
  uses: { content: ['kind', 'service', 'slugs'] },
  addPublicRoutes: addMediaRoutes,
  addAdminRoutes: (app, deps) =>
    addMediaAdminRoutes(app, {
      ...deps,
      converter: new Converter(deps),
      findUses: () => findPictureUses(deps, deps.kinds),
    }),
  housekeeping: (deps) => [() => forgetOldPictures(deps)],
};
