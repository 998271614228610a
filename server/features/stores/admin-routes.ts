import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { newStoreLocationSchema, storeLocationChangeSchema, storeLocationSchema } from '#shared/stores/stores.ts';
import { createLocation, deleteLocation, listLocations, updateLocation } from './service.ts';

const PATH = '/api/admin/store-locations';

/** Store locations for the admin; registered behind the guard. */
export function addStoreAdminRoutes(app: App, deps: BaseDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(storeLocationSchema) } } }, () => listLocations(deps));

  app.post(
    PATH,
    { schema: { body: newStoreLocationSchema, response: { 201: storeLocationSchema } } },
    async (request, reply) => {
      reply.status(201);
      return createLocation(deps, request.body);
    },
  );

  app.patch(`${PATH}/:id`, changesOne(storeLocationChangeSchema, storeLocationSchema), (request) =>
    updateLocation(deps, request.params.id, request.body),
  );

  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deleteLocation(deps, id, version));
}
