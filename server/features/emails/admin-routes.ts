import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { NEXT_CURSOR_HEADER } from '#shared/core/list-limits.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  defaultTemplateSchema,
  emailPreviewSchema,
  emailTemplateChangeSchema,
  emailTemplateInputSchema,
  emailTemplateSchema,
} from '#shared/emails/emails.ts';
import {
  emailDetailSchema,
  emailListQuerySchema,
  emailSummarySchema,
  sendStoredAnswerSchema,
  storedCountSchema,
} from '#shared/emails/outbox.ts';
import { recipientChangeSchema } from '#shared/emails/recipient.ts';
import { defaultTemplates } from './defaults.ts';
import * as service from './service.ts';

const TEMPLATES = '/api/admin/email-templates';
const EMAILS = '/api/admin/emails';
const body = emailTemplateInputSchema;
const params = idParamsSchema;

/** The shop's words, facts and look including saved, unpublished changes. */
export type DraftWords = () => Promise<Pick<BaseDeps, 'changedText' | 'facts' | 'look'>>;

/**
 * Templates and outbox for the admin, registered behind the guard. Previews use saved drafts; sent mails use the
 * published words.
 */
export function emailAdminRoutes(app: App, deps: BaseDeps, draftWords: DraftWords): void {
  app.get(TEMPLATES, { schema: { response: { 200: z.array(emailTemplateSchema) } } }, () =>
    service.listTemplates(deps),
  );
  app.get(`${TEMPLATES}/defaults`, { schema: { response: { 200: z.array(defaultTemplateSchema) } } }, async () =>
    defaultTemplates(deps.facts()),
  );
  app.post(
    TEMPLATES,
    { schema: { body: emailTemplateChangeSchema, response: { 200: emailTemplateSchema, 201: emailTemplateSchema } } },
    async (request, reply) => {
      const { template, isNew } = await service.saveTemplate(deps, request.body);
      return reply.status(isNew ? 201 : 200).send(template);
    },
  );
  addDeleteRoute(app, `${TEMPLATES}/:id`, (id, version) => service.deleteTemplate(deps, id, version));
  app.post(`${TEMPLATES}/preview`, { schema: { body, response: { 200: emailPreviewSchema } } }, async (request) =>
    service.previewTemplate({ ...deps, ...(await draftWords()) }, request.body),
  );
  app.post(`${TEMPLATES}/test`, { schema: { body, response: { 201: emailSummarySchema } } }, async (request, reply) =>
    reply.status(201).send(await service.sendTestMail(deps, request.body)),
  );

  app.get(
    EMAILS,
    { schema: { querystring: emailListQuerySchema, response: { 200: z.array(emailSummarySchema) } } },
    async (request, reply) => {
      const { emails, nextCursor } = await service.listOutbox(deps, request.query);
      if (nextCursor !== null) reply.header(NEXT_CURSOR_HEADER, nextCursor);
      return emails;
    },
  );
  app.get(`${EMAILS}/stored`, { schema: { response: { 200: storedCountSchema } } }, async () => ({
    count: await service.countStored(deps),
  }));
  app.get(`${EMAILS}/:id`, { schema: { params, response: { 200: emailDetailSchema } } }, (request) =>
    service.getEmail(deps, request.params.id),
  );
  app.post(`${EMAILS}/:id/send`, { schema: { params, response: { 200: emailDetailSchema } } }, (request) =>
    service.sendAgain(deps, request.params.id),
  );
  app.post(`${EMAILS}/:id/recipient`, changesOne(recipientChangeSchema, emailDetailSchema), (request) =>
    service.correctRecipient(deps, request.params.id, request.body),
  );
  app.post(`${EMAILS}/send-stored`, { schema: { response: { 200: sendStoredAnswerSchema } } }, () =>
    service.sendStored(deps),
  );
}
