import multipart from '@fastify/multipart';
import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { readUploadedFile, uploadBodyLimit } from '#server/features/media/uploaded-file.ts';
import { limitAtOnce } from '#server/plugins/limits/concurrency-limit.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { addListRoute } from '#server/plugins/tables/list-route.ts';
import {
  accountChangeSchema,
  accountFromInquirySchema,
  accountInputSchema,
  accountListQuerySchema,
  accountSchema,
  CERTIFICATE_TYPES,
  type CertificateType,
  MAX_CERTIFICATE_BYTES,
} from '#shared/accounts/accounts.ts';
import { priceListInputSchema, priceListParamsSchema, priceListSchema } from '#shared/accounts/price-lists.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { readCertificate, removeCertificate, storeCertificate } from './certificate.ts';
import { getPriceList, savePriceList } from './price-lists.ts';
import { accountList, changeAccount, createAccount, deleteAccount, getAccount, makeFromInquiry } from './service.ts';

const PATH = '/api/admin/accounts';
const CERTIFICATE = `${PATH}/:id/certificate`;
const LISTS = '/api/admin/price-lists';
const params = idParamsSchema;
const one = { response: { 200: accountSchema } };
/** Each keeps its file in memory. */
const UPLOADS_AT_ONCE = 4;
const ENDINGS: Record<CertificateType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Wholesale accounts and their case prices; registered behind the guard. */
export async function addAccountAdminRoutes(app: App, deps: BaseDeps): Promise<void> {
  const list = accountList(deps);
  addListRoute(app, PATH, {
    ...{ db: deps.db, query: accountListQuerySchema, item: accountSchema, list },
    // The filter would tell what a helper's answer lacks.
    check: ({ status }, staff) => {
      if (staff?.role === 'helper' && status?.includes('certificate')) throw new AppError('owner_only');
    },
  });

  app.post(PATH, { schema: { body: accountInputSchema, response: { 201: accountSchema } } }, async (request, reply) =>
    reply.status(201).send(await createAccount(deps, request.body)),
  );

  app.post(
    `${PATH}/from-inquiry`,
    { schema: { body: accountFromInquirySchema, response: { 200: accountSchema, 201: accountSchema } } },
    async (request, reply) => {
      const { account, isNew } = await makeFromInquiry(deps, request.body.inquiryId);
      return reply.status(isNew ? 201 : 200).send(account);
    },
  );

  app.get(`${PATH}/:id`, { schema: { params, ...one } }, (request) => getAccount(deps, request.params.id));

  app.patch(`${PATH}/:id`, changesOne(accountChangeSchema, accountSchema), (request) =>
    changeAccount(deps, request.params.id, request.body),
  );

  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deleteAccount(deps, id, version));

  await addCertificateRoutes(app, deps);
  addPriceListRoutes(app, deps);
}

async function addCertificateRoutes(app: App, deps: BaseDeps): Promise<void> {
  // A separate scope, because other calls must not accept forms, which another site could send without a preflight.
  await app.register(async (scope: App) => {
    await scope.register(multipart);
    scope.post(
      CERTIFICATE,
      {
        bodyLimit: uploadBodyLimit(MAX_CERTIFICATE_BYTES),
        preHandler: limitAtOnce(UPLOADS_AT_ONCE).takeSlot,
        schema: { params, consumes: ['multipart/form-data'], ...one },
      },
      async (request) => {
        const file = await readUploadedFile(request, MAX_CERTIFICATE_BYTES, 'certificate_large');
        return storeCertificate(deps, request.params.id, file);
      },
    );
  });

  app.get(CERTIFICATE, { schema: { params, produces: [...CERTIFICATE_TYPES] } }, async (request, reply) => {
    const { type, content } = await readCertificate(deps, request.params.id);
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="resale-certificate.${ENDINGS[type]}"`)
      .header('cache-control', 'no-store')
      .send(content);
  });

  app.delete(CERTIFICATE, { schema: { params, ...one } }, (request) => removeCertificate(deps, request.params.id));
}

function addPriceListRoutes(app: App, deps: BaseDeps): void {
  const answer = { params: priceListParamsSchema, response: { 200: priceListSchema } };
  app.get(`${LISTS}/:id`, { schema: answer }, (request) => getPriceList(deps, request.params.id));
  app.put(`${LISTS}/:id`, { schema: { ...answer, body: priceListInputSchema } }, (request) =>
    savePriceList(deps, request.params.id, request.body),
  );
}
