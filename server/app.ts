import { randomUUID } from 'node:crypto';
import cookies from '@fastify/cookie';
import fastify, { type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { SANDBOX_STEP_PATH } from '#shared/checkout/checkout.ts';
import type { Connection } from './db/connect.ts';
import type { App } from './deps.ts';
import { logAdminChanges } from './features/admin/audit.ts';
import { guardAdmin, needsSession } from './features/admin/guard.ts';
import { addSessionRoutes } from './features/admin/routes.ts';
import { sessionCookieName, sessionToken } from './features/admin/session-cookie.ts';
import { isLiveSession } from './features/admin/sessions.ts';
import { addSummaryRoutes } from './features/admin/summary-route.ts';
import { addCatalogueAdminRoutes } from './features/catalogue/admin-routes.ts';
import { CATALOGUE_KINDS } from './features/catalogue/kinds.ts';
import { addCatalogueRoutes } from './features/catalogue/routes.ts';
import { priceParcel } from './features/checkout/order-rates.ts';
import { addCheckoutRoutes } from './features/checkout/routes.ts';
import type { CheckoutDeps } from './features/checkout/service.ts';
import { addCodeAdminRoutes } from './features/codes/admin-routes.ts';
import { addContentAdminRoutes } from './features/content/admin-routes.ts';
import { addPreviewRoute } from './features/content/preview-route.ts';
import { previewSnapshot } from './features/content/service.ts';
import { addCspReportRoute } from './features/diagnostics/csp-reports.ts';
import { addPageErrorRoute } from './features/diagnostics/page-errors.ts';
import { addDiagnosticsRoutes } from './features/diagnostics/routes.ts';
import { collectShopFigures } from './features/diagnostics/shop-metrics.ts';
import { addWellKnownRoutes } from './features/diagnostics/well-known.ts';
import { addDisputeAdminRoutes } from './features/disputes/admin-routes.ts';
import { emailAdminRoutes } from './features/emails/admin-routes.ts';
import { addFactsAdminRoutes } from './features/facts/admin-routes.ts';
import { FACTS_CONTENT, factsOf } from './features/facts/kinds.ts';
import { addFindRoutes } from './features/find/routes.ts';
import { addLabelAdminRoutes } from './features/labels/admin-routes.ts';
import { getLabels, type LabelDeps } from './features/labels/service.ts';
import { addShippoWebhookRoute } from './features/labels/webhook-route.ts';
import { addMediaAdminRoutes } from './features/media/admin-routes.ts';
import { Converter } from './features/media/converter.ts';
import { findPictureUses } from './features/media/picture-uses.ts';
import { addMediaRoutes } from './features/media/routes.ts';
import { addOrderAdminRoutes } from './features/orders/admin-routes.ts';
import type { ReadOrderParts } from './features/orders/admin-service.ts';
import type { MoveOrder } from './features/orders/correction.ts';
import { addOrderCorrectionRoutes } from './features/orders/correction-routes.ts';
import { addCustomerAdminRoutes } from './features/orders/customer-routes.ts';
import { addOrderRoutes } from './features/orders/routes.ts';
import { addSandboxRoutes } from './features/payments/sandbox-routes.ts';
import { addPeopleAdminRoutes } from './features/people/admin-routes.ts';
import { addPlaceAdminRoutes } from './features/places/admin-routes.ts';
import { PLACE_CONTENT } from './features/places/kinds.ts';
import { addPolicyAdminRoutes } from './features/policies/admin-routes.ts';
import { POLICY_CONTENT } from './features/policies/kinds.ts';
import { addAnomalyAdminRoutes } from './features/settlement/admin-routes.ts';
import { addBuyerCancelRoute } from './features/settlement/buyer-route.ts';
import { inCheckoutLanguage } from './features/settlement/confirm.ts';
import { addConfirmRoute } from './features/settlement/confirm-route.ts';
import { recordDecline } from './features/settlement/declines.ts';
import { addRefundAdminRoutes } from './features/settlement/refund-routes.ts';
import { getRefunds } from './features/settlement/refunds.ts';
import { addWebhookRoute } from './features/settlement/webhook-route.ts';
import { addShippingAdminRoutes } from './features/shipping/admin-routes.ts';
import { SHIPPING_CONTENT } from './features/shipping/rules.ts';
import { addStoreAdminRoutes } from './features/stores/admin-routes.ts';
import { addStoreRoutes } from './features/stores/routes.ts';
import { addStoryAdminRoutes } from './features/stories/admin-routes.ts';
import { STORY_CONTENT } from './features/stories/kinds.ts';
import { addTaxAdminRoutes } from './features/tax/admin-routes.ts';
import { taxAfterMove } from './features/tax/moved-order.ts';
import { listTaxRecords } from './features/tax/records.ts';
import { addTextAdminRoutes } from './features/texts/admin-routes.ts';
import { FAQ_CONTENT } from './features/texts/faq.ts';
import { addFaqAdminRoutes } from './features/texts/faq-routes.ts';
import { TEXT_CONTENT } from './features/texts/kinds.ts';
import { linkMarks, markTexts } from './features/texts/marks.ts';
import { changedTextIn } from './features/texts/pages.ts';
import { addTodayRoutes } from './features/today/routes.ts';
import { addWholesaleAdminRoutes } from './features/wholesale/admin-routes.ts';
import { addWholesaleRoutes } from './features/wholesale/routes.ts';
import { limitBodyTime } from './plugins/body-deadline.ts';
import { limitConnections } from './plugins/connection-limits.ts';
import { refuseForeignWrites } from './plugins/csrf-check.ts';
import { watchDisk } from './plugins/disk.ts';
import { addErrorHandler } from './plugins/error-handler.ts';
import { stopGracefully } from './plugins/graceful-stop.ts';
import { addHealth } from './plugins/health.ts';
import { createHttpServer } from './plugins/http-server.ts';
import { MailShare } from './plugins/mail-share.ts';
import { addMetrics } from './plugins/metrics.ts';
import { addOpenapi } from './plugins/openapi.ts';
import { addPages } from './plugins/pages.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { addRequestLog, requestNames } from './plugins/request-log.ts';
import { requireSafeText } from './plugins/safe-text.ts';
import { addSecurityHeaders, answerBadUrl, answerBrokenConnection } from './plugins/security-headers.ts';
import type { Site } from './plugins/site-files.ts';
import { staticFastPath } from './plugins/static-fast-path.ts';

export type AppDeps = CheckoutDeps & LabelDeps & { connection: Connection; site: Site };

/** Everything that the owner publishes. */
const CONTENT_KINDS = [
  ...CATALOGUE_KINDS,
  ...POLICY_CONTENT,
  ...SHIPPING_CONTENT,
  ...TEXT_CONTENT,
  ...FAQ_CONTENT,
  ...FACTS_CONTENT,
  ...STORY_CONTENT,
  ...PLACE_CONTENT,
];
const BODY_LIMIT = 64 * 1024;
/** Enough for an office behind one IP address. Connections from a trusted proxy are not limited. */
const MAX_CONNECTIONS_OF_ONE = 1_000;
/** Below the server's maximum of 4,000: a new connection can be accepted while another one is being closed. */
const CONNECTIONS_TO_SHED_AT = 3_900;

/** In place of the framework's own compilers of schemas, whose 100 files are then not loaded. */
const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Builds the server: the plugins that every feature needs, then the features. */
export async function buildApp(deps: AppDeps): Promise<App> {
  // The page of the sandbox's extra step does not exist with a real payment provider.
  const hidden = new Set(deps.payments.name === 'sandbox' ? [] : [SANDBOX_STEP_PATH]);
  const app = createApp(deps, hidden);
  await addPlugins(app, deps);
  const move: MoveOrder = {
    price: (parcel, address) => priceParcel(deps, parcel, address),
    tax: (order, address) => taxAfterMove(deps, order, address),
  };
  await addPublicRoutes(app, deps, move);

  // This hook runs before every call under /api/admin. Routes registered below need no guard of their own.
  guardAdmin(app, deps);
  logAdminChanges(app, deps);
  await addAdminRoutes(app, deps, move);

  addPages(app, deps.site, hidden);
  return app;
}

/** The framework with its limits, before any plugin. @param hidden pages that are answered as unknown */
function createApp(deps: AppDeps, hidden: ReadonlySet<string>): App {
  const { config } = deps;
  const app = fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    serverFactory: (handler) => createHttpServer(handler, staticFastPath({ ...deps, hidden })),
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: ZOD_COMPILERS,
    // During a graceful stop, requests on kept connections are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    frameworkErrors: answerBadUrl(config) as FastifyServerOptions['frameworkErrors'],
    clientErrorHandler: answerBrokenConnection(config),
    genReqId: requestNames(deps.metrics),
  }) as unknown as App;
  limitConnections(app.server, {
    perAddress: config.trustProxy === false ? MAX_CONNECTIONS_OF_ONE : null,
    overall: CONNECTIONS_TO_SHED_AT,
  });
  // Bodies are JSON only. A form or text/plain body can be sent from another site without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  return app;
}

async function addPlugins(app: App, deps: AppDeps): Promise<void> {
  const { config } = deps;
  // Before all other hooks: the admin guard reads the parsed cookies.
  await app.register(cookies);
  limitBodyTime(app);
  addErrorHandler(app, () => ({ changed: deps.changedText, facts: deps.facts() }));
  addSecurityHeaders(app, config);
  refuseForeignWrites(app, config);
  stopGracefully(app);
  requireSafeText(app);
  addRequestLog(app, deps.metrics);
  addHealth(app, deps.connection, watchDisk(deps));
  addMetrics(app, deps);
  collectShopFigures(deps);
  addOpenapi(app, config, {
    cookieName: sessionCookieName(config),
    isRequired: needsSession,
    isSignedIn: (request) => isLiveSession(deps, sessionToken(config, request)),
  });
  await addRateLimit(app);
}

async function addPublicRoutes(app: App, deps: AppDeps, move: MoveOrder): Promise<void> {
  addCatalogueRoutes(app, deps);
  addCheckoutRoutes(app, deps);
  addConfirmRoute(app, deps);
  if (deps.payments.name === 'sandbox') {
    const onDecline = (paymentId: string) => recordDecline(deps, paymentId, `decline_${randomUUID()}`);
    addSandboxRoutes(app, { ...deps, onDecline }, (paymentId, work) => inCheckoutLanguage(deps, paymentId, work));
  }
  if (deps.payments.webhook) await addWebhookRoute(app, deps, deps.payments.webhook);

  const mailShare = new MailShare(deps);
  addOrderRoutes(app, deps, move, mailShare);
  addBuyerCancelRoute(app, deps);
  if (deps.carrier.name === 'shippo') addShippoWebhookRoute(app, deps);
  addWholesaleRoutes(app, deps, mailShare);
  addStoreRoutes(app, deps);
  addMediaRoutes(app, deps);
  await addCspReportRoute(app, deps);
  addPageErrorRoute(app, deps);
  addWellKnownRoutes(app, deps);
}

async function addAdminRoutes(app: App, deps: AppDeps, move: MoveOrder): Promise<void> {
  addSessionRoutes(app, deps);
  addSummaryRoutes(app, deps, CONTENT_KINDS);
  addTodayRoutes(app, deps);
  addFindRoutes(app, deps);
  await addPublishingRoutes(app, deps);
  addCodeAdminRoutes(app, deps);
  addTaxAdminRoutes(app, deps);
  addOrderDeskRoutes(app, deps, move);
  addWholesaleAdminRoutes(app, deps);
  addPeopleAdminRoutes(app, deps);
  addStoreAdminRoutes(app, deps);
  emailAdminRoutes(app, deps, async () => {
    const saved = await previewSnapshot(deps, CONTENT_KINDS, null);
    return { changedText: changedTextIn({ current: () => saved }), facts: () => factsOf(saved) };
  });
  addDiagnosticsRoutes(app, deps);
}

/** What the owner publishes. */
async function addPublishingRoutes(app: App, deps: AppDeps): Promise<void> {
  addCatalogueAdminRoutes(app, deps);
  addPolicyAdminRoutes(app, deps);
  addTextAdminRoutes(app, deps);
  addFaqAdminRoutes(app, deps);
  addStoryAdminRoutes(app, deps);
  addPlaceAdminRoutes(app, deps);
  addShippingAdminRoutes(app, deps);
  addFactsAdminRoutes(app, deps);
  addContentAdminRoutes(app, deps, CONTENT_KINDS);
  addPreviewRoute(app, deps, CONTENT_KINDS, { mark: markTexts, link: linkMarks });
  await addMediaAdminRoutes(app, {
    ...deps,
    converter: new Converter(deps),
    findUses: () => findPictureUses(deps, CONTENT_KINDS),
  });
}

/** Orders, their labels, refunds, disputes and anomalies. */
function addOrderDeskRoutes(app: App, deps: AppDeps, move: MoveOrder): void {
  const readParts: ReadOrderParts = async (order) => {
    const [refunds, labels, taxRecords] = await Promise.all([
      getRefunds(deps, order),
      getLabels(deps, order),
      listTaxRecords(deps, order.id),
    ]);
    return { ...refunds, ...labels, taxRecords };
  };
  addOrderAdminRoutes(app, deps, readParts);
  addCustomerAdminRoutes(app, deps);
  addLabelAdminRoutes(app, deps);
  addOrderCorrectionRoutes(app, deps, move);
  addRefundAdminRoutes(app, deps, readParts);
  addDisputeAdminRoutes(app, { ...deps, readParts });
  addAnomalyAdminRoutes(app, deps);
}
