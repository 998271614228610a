import { type App, requestLanguage } from '#server/deps.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { disputeFileSchema, sentEvidenceSchema } from '#shared/orders/dispute-file.ts';
import { type DisputeDeps, getDisputeFile, sendEvidence } from './service.ts';

const PATH = '/api/admin/orders/:id/dispute-file';

/** The shop's evidence when a customer disputes a payment; registered behind the guard. */
export function addDisputeAdminRoutes(app: App, deps: DisputeDeps): void {
  app.get(PATH, { schema: { params: idParamsSchema, response: { 200: disputeFileSchema } } }, (request) =>
    getDisputeFile(deps, request.params.id, requestLanguage(request)),
  );

  app.post(PATH, { schema: { params: idParamsSchema, response: { 200: sentEvidenceSchema } } }, (request) =>
    sendEvidence(deps, request.params.id),
  );
}
