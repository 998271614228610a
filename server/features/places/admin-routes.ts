import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminPlaceSchema,
  changedPlaceSchema,
  placeChangeSchema,
  placeParamsSchema,
} from '#shared/content/picture-places.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { listPlaces, resetPlace, savePlace } from './service.ts';

const PATH = '/api/admin/places';

/** The pictures of the pages for the admin, registered behind the guard. */
export function addPlaceAdminRoutes(app: App, deps: ContentDeps): void {
  const params = placeParamsSchema;
  app.get(PATH, { schema: { response: { 200: z.array(adminPlaceSchema) } } }, () => listPlaces(deps));

  app.put(
    `${PATH}/:id`,
    { schema: { params, body: placeChangeSchema, response: { 200: changedPlaceSchema } } },
    (request) => savePlace(deps, request.params.id, request.body),
  );

  app.delete(
    `${PATH}/:id`,
    { schema: { params, querystring: versionQuerySchema, response: { 200: changedPlaceSchema } } },
    (request) => resetPlace(deps, request.params.id, request.query.version),
  );
}
