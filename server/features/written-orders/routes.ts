import * as z from 'zod/mini';
import { type App, requestLanguage } from '#server/deps.ts';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { hashOrigin } from '#server/features/settlement/declines/watch.ts';
import { networkOf } from '#server/plugins/limits/client-network.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { owedConfirmInputSchema, owedPayAnswerSchema, owedPayInputSchema } from '#shared/orders/owed.ts';
import { IDEMPOTENCY_KEY_HEADER, refundHeadersSchema } from '#shared/orders/refunds.ts';
import {
  payLinkSchema,
  writtenOrderInputSchema,
  writtenOrderSchema,
  writtenPreviewInputSchema,
  writtenPreviewSchema,
} from '#shared/written-orders/written-orders.ts';
import { endLink } from './links.ts';
import { confirmLink, forPayer, payLink, viewLink } from './pay-page.ts';
import { previewOrder } from './pricing.ts';
import { listWritten, toWire, writeOrder } from './service.ts';

const PATH = '/api/admin/written-orders';

/** Orders written by the owner; registered behind the guard. */
export function addWrittenAdminRoutes(app: App, deps: CheckoutDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(writtenOrderSchema) } } }, () => listWritten(deps));

  app.delete(
    `${PATH}/:id/link`,
    { schema: { params: idParamsSchema, response: { 200: writtenOrderSchema } } },
    async ({ params: { id } }) => toWire(deps, await endLink(deps, id, 'owner')),
  );

  app.post(
    `${PATH}/preview`,
    { schema: { body: writtenPreviewInputSchema, response: { 200: writtenPreviewSchema } } },
    (request) => previewOrder(deps, request.body, requestLanguage(request)),
  );

  app.post(
    PATH,
    {
      schema: {
        headers: refundHeadersSchema,
        body: writtenOrderInputSchema,
        response: { 200: writtenOrderSchema, 201: writtenOrderSchema },
      },
    },
    async ({ headers, body }, reply) => {
      const { written, isNew } = await writeOrder(deps, headers[IDEMPOTENCY_KEY_HEADER], body);
      return reply.status(isNew ? 201 : 200).send(written);
    },
  );
}

const params = z.object({ token: z.string() });
const failures = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };

/** The page of a link, where it is paid; its token is the only authorization. */
export function addPayLinkRoutes(app: App, deps: CheckoutDeps): void {
  const { limits } = deps.config;
  const LINK = '/api/pay-links/:token';
  app.get(
    LINK,
    {
      schema: {
        tags: ['orders'],
        summary: "An order that is paid by the owner's link",
        params,
        response: { 200: payLinkSchema, ...failures },
      },
    },
    ({ params: { token } }, reply) => {
      reply.header('x-robots-tag', 'noindex');
      return viewLink(deps, token);
    },
  );

  app.post(
    `${LINK}/owed/pay`,
    {
      onRequest: limitRequests(app, limits.paymentStartsPerMinute),
      preHandler: limitOverall(limits.paymentStartsPerMinuteOverall),
      schema: {
        tags: ['orders'],
        summary: 'Begins or continues the payment of a link',
        params,
        body: owedPayInputSchema,
        response: { 200: owedPayAnswerSchema, ...failures },
      },
    },
    ({ params: { token }, body: { amount }, ip }) =>
      forPayer(deps, token, () => payLink(deps, token, { amount, caller: hashOrigin(networkOf(ip)) })),
  );

  app.post(
    `${LINK}/owed/confirm`,
    {
      onRequest: limitRequests(app, limits.confirmationsPerMinute),
      schema: {
        tags: ['orders'],
        summary: 'Books that payment once it has succeeded; safe to repeat',
        params,
        body: owedConfirmInputSchema,
        response: { 200: payLinkSchema, ...failures },
      },
    },
    ({ params: { token }, body: { paymentIntentId } }) =>
      forPayer(deps, token, () => confirmLink(deps, token, paymentIntentId)),
  );
}
