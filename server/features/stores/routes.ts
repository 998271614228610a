import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { publicStoreLocationSchema } from '#shared/stores.ts';
import { listPublicLocations } from './service.ts';

/** The public list of stores. */
export function addStoreRoutes(app: App, deps: BaseDeps): void {
  app.get('/api/store-locations', { schema: { response: { 200: z.array(publicStoreLocationSchema) } } }, () =>
    listPublicLocations(deps),
  );
}
