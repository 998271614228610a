import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import type { MailShare } from '#server/plugins/limits/mail-share.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { buyerAddressSchema, findOrderAnswerSchema, findOrderSchema } from '#shared/checkout/buyer.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { waitSchema } from '#shared/orders/delays.ts';
import { orderStatusSchema } from '#shared/orders/status.ts';
import { correctByBuyer, mailOrderLink } from './buyer.ts';
import type { MoveOrder } from './correction.ts';
import { agreeToDelay } from './delay.ts';
import { getOrderStatus } from './status-view.ts';

/** The calls of the customer's status page; the link's token is the only authorization. */
export function addOrderRoutes(app: App, deps: BaseDeps, move: MoveOrder, mailShare: MailShare): void {
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
  addChangeRoutes(app, deps, move, mailShare);
  addFindRoute(app, deps, mailShare);
}

/** What the customer changes: the address, and whether the order waits. */
function addChangeRoutes(app: App, deps: BaseDeps, move: MoveOrder, mailShare: MailShare): void {
  const { inquiriesPerMinute } = deps.config.limits;
  app.post(
    '/api/orders/:token/address',
    {
      onRequest: limitRequests(app, inquiriesPerMinute),
      schema: {
        tags: ['orders'],
        summary: 'Corrects the address of an order that is not in work yet',
        params: z.object({ token: z.string() }),
        body: buyerAddressSchema,
        response: { 200: orderStatusSchema, '4xx': apiErrorSchema },
      },
    },
    (request) => correctByBuyer(deps, request.params.token, request.body, move, () => mailShare.take(request.ip)),
  );

  app.post(
    '/api/orders/:token/wait',
    {
      onRequest: limitRequests(app, inquiriesPerMinute),
      schema: {
        tags: ['orders'],
        summary: 'Agrees to the later day of an order',
        params: z.object({ token: z.string() }),
        body: waitSchema,
        response: { 200: orderStatusSchema, '4xx': apiErrorSchema },
      },
    },
    (request) => agreeToDelay(deps, request.params.token),
  );
}

function addFindRoute(app: App, deps: BaseDeps, mailShare: MailShare): void {
  const { inquiriesPerMinute, inquiriesPerMinuteOverall } = deps.config.limits;
  app.post(
    '/api/orders/find',
    {
      onRequest: limitRequests(app, inquiriesPerMinute),
      preHandler: limitOverall(inquiriesPerMinuteOverall),
      schema: {
        tags: ['orders'],
        summary: 'Mails the link of an order to its buyer; the answer is the same for every order and mailbox',
        body: findOrderSchema,
        response: { 202: findOrderAnswerSchema, '4xx': apiErrorSchema },
      },
    },
    async (request, reply) => {
      // Not awaited, because the response time would reveal whether the order exists.
      void mailOrderLink(deps, request.body, () => mailShare.take(request.ip)).catch((error: unknown) =>
        request.log.error({ err: error }, 'the link of an order was not mailed'),
      );
      reply.status(202);
      return {};
    },
  );
}
