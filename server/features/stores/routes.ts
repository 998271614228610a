import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { sendFile } from '#server/plugins/pages/pages.ts';
import { publicStoreLocationSchema } from '#shared/stores/stores.ts';
import { keepPublicList } from './public-list.ts';

/** The public list of stores. A browser may cache it, and revalidates it each time. */
export function addStoreRoutes(app: App, deps: BaseDeps): void {
  const publicList = keepPublicList(deps);
  app.get(
    '/api/store-locations',
    { schema: { response: { 200: z.array(publicStoreLocationSchema) } } },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
      return sendFile(request, reply, await publicList());
    },
  );
}
