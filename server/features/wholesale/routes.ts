import type { App, BaseDeps } from '#server/deps.ts';
import type { MailShare } from '#server/plugins/limits/mail-share.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { inquiryCreatedSchema } from '#shared/wholesale/admin-wholesale.ts';
import { inquiryInputSchema } from '#shared/wholesale/wholesale.ts';
import { submitInquiry } from './service.ts';

/** The public inquiry form's call. */
export function addWholesaleRoutes(app: App, deps: BaseDeps, mailShare: MailShare): void {
  const { inquiriesPerMinute, inquiriesPerMinuteOverall } = deps.config.limits;
  const onRequest = limitRequests(app, inquiriesPerMinute);
  const preHandler = limitOverall(inquiriesPerMinuteOverall);
  app.post(
    '/api/wholesale-inquiries',
    { onRequest, preHandler, schema: { body: inquiryInputSchema, response: { 201: inquiryCreatedSchema } } },
    async (request, reply) => {
      reply.status(201);
      return submitInquiry(deps, request.body, () => mailShare.take(request.ip));
    },
  );
}
