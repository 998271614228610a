import type { FastifyReply } from 'fastify';
import { type App, requestLanguage } from '#server/deps.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import {
  labelHeadersSchema,
  labelInputSchema,
  labelOffersInputSchema,
  labelOffersSchema,
  labelParamsSchema,
  labelSchema,
  pressedLabelSchema,
  printedLabelsQuerySchema,
} from '#shared/shipping/labels.ts';
import { buyLabel, getLabelPdf, getLabelsPdf, type LabelDeps, listLabelOffers, voidLabel } from './service.ts';

const LABELS = '/api/admin/orders/:id/labels';

/** Shipping labels of an order; registered behind the guard. */
export function addLabelAdminRoutes(app: App, deps: LabelDeps): void {
  app.post(
    LABELS,
    {
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        params: idParamsSchema,
        headers: labelHeadersSchema,
        body: labelInputSchema,
        response: { 200: pressedLabelSchema, 201: pressedLabelSchema },
      },
    },
    async ({ params, headers, body }, reply) => {
      const { label, isNew } = await buyLabel(deps, params.id, headers[IDEMPOTENCY_KEY_HEADER], body);
      return reply.status(isNew ? 201 : 200).send(label);
    },
  );

  app.post(`${LABELS}/offers`, changesOne(labelOffersInputSchema, labelOffersSchema), ({ params, body }) =>
    listLabelOffers(deps, params.id, body),
  );

  app.post(
    `${LABELS}/:labelId/void`,
    { schema: { params: labelParamsSchema, response: { 200: labelSchema } } },
    ({ params }) => voidLabel(deps, params.id, params.labelId),
  );

  app.get(
    `${LABELS}/:labelId/pdf`,
    { schema: { params: labelParamsSchema, produces: ['application/pdf'] } },
    async ({ params }, reply) => {
      return sendPdf(reply, `label-${params.labelId.slice(0, 8)}`, await getLabelPdf(deps, params.id, params.labelId));
    },
  );

  app.get(
    '/api/admin/labels.pdf',
    { schema: { querystring: printedLabelsQuerySchema, produces: ['application/pdf'] } },
    async (request, reply) =>
      sendPdf(reply, 'labels', await getLabelsPdf(deps, request.query.orders, requestLanguage(request))),
  );
}

/** Opens in the browser for printing; it contains a personal address. */
function sendPdf(reply: FastifyReply, name: string, file: Buffer) {
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(file);
}
