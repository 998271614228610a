import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { apiErrorSchema } from '#shared/api-error.ts';
import { orderStatusSchema } from '#shared/order-status.ts';
import { getOrderStatus } from './status-view.ts';

/** The call of the customer's status page; the link's token is the only authorisation. */
export function addOrderRoutes(app: App, deps: Pick<BaseDeps, 'db'>): void {
  app.get(
    '/api/orders/:token',
    {
      schema: {
        tags: ['orders'],
        summary: 'An order as its customer sees it',
        params: z.object({ token: z.string() }),
        response: { 200: orderStatusSchema, '4xx': apiErrorSchema },
      },
    },
    (request, reply) => {
      reply.header('x-robots-tag', 'noindex');
      return getOrderStatus(deps, request.params.token);
    },
  );
}
