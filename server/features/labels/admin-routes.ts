import type { App } from '#server/deps.ts';
import {
  labelHeadersSchema,
  labelInputSchema,
  labelOffersInputSchema,
  labelOffersSchema,
  labelParamsSchema,
  labelSchema,
} from '#shared/labels.ts';
import { idParamsSchema } from '#shared/lists.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/refunds.ts';
import { buyLabel, getLabelPdf, type LabelDeps, listLabelOffers, voidLabel } from './service.ts';

const LABELS = '/api/admin/orders/:id/labels';

/** Shipping labels of an order; registered behind the guard. */
export function addLabelAdminRoutes(app: App, deps: LabelDeps): void {
  app.post(
    LABELS,
    {
      // A press may come without a body.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        params: idParamsSchema,
        headers: labelHeadersSchema,
        body: labelInputSchema,
        response: { 200: labelSchema, 201: labelSchema },
      },
    },
    async ({ params, headers, body }, reply) => {
      const { label, isNew } = await buyLabel(deps, params.id, headers[IDEMPOTENCY_KEY_HEADER], body);
      return reply.status(isNew ? 201 : 200).send(label);
    },
  );

  app.post(
    `${LABELS}/offers`,
    { schema: { params: idParamsSchema, body: labelOffersInputSchema, response: { 200: labelOffersSchema } } },
    ({ params, body }) => listLabelOffers(deps, params.id, body),
  );

  app.post(
    `${LABELS}/:labelId/void`,
    { schema: { params: labelParamsSchema, response: { 200: labelSchema } } },
    ({ params }) => voidLabel(deps, params.id, params.labelId),
  );

  app.get(`${LABELS}/:labelId/pdf`, { schema: { params: labelParamsSchema } }, async ({ params }, reply) => {
    const file = await getLabelPdf(deps, params.id, params.labelId);
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="label-${params.labelId.slice(0, 8)}.pdf"`)
      .header('cache-control', 'no-store')
      .send(file);
  });
}
