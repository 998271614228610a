import cookies from '@fastify/cookie';
import fastify, { type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { SANDBOX_STEP_PATH } from '#shared/checkout/checkout.ts';
import type { App } from './deps.ts';
import type { AppDeps } from './feature.ts';
import { logAdminChanges } from './features/admin/audit.ts';
import { guardAdmin, rolesOf } from './features/admin/guard.ts';
import { sessionCookieName, sessionToken } from './features/admin/session-cookie.ts';
import { isLiveSession } from './features/admin/sessions.ts';
import { collectShopFigures } from './features/diagnostics/shop-metrics.ts';
import { keepJournal } from './features/journal/hooks.ts';
import { refuseForeignWrites } from './plugins/csrf-check.ts';
import { watchDisk } from './plugins/disk.ts';
import { addErrorHandler } from './plugins/error-handler.ts';
import { stopGracefully } from './plugins/graceful-stop.ts';
import { addHealth } from './plugins/health.ts';
import { Front } from './plugins/http-server.ts';
import { limitBodyTime } from './plugins/limits/body-deadline.ts';
import { limitConnections } from './plugins/limits/connection-limits.ts';
import { addRateLimit } from './plugins/limits/rate-limit.ts';
import { addMetrics } from './plugins/metrics.ts';
import { addOpenapi } from './plugins/openapi.ts';
import { addPages } from './plugins/pages/pages.ts';
import { staticFastPath } from './plugins/pages/static-fast-path.ts';
import { addRequestLog, requestNames } from './plugins/request-log.ts';
import { requireSafeText } from './plugins/safe-text.ts';
import { addSecurityHeaders, answerBadUrl, answerBrokenConnection } from './plugins/security-headers.ts';

const BODY_LIMIT = 64 * 1024;
/** Enough for an office behind one IP address. Connections from a trusted proxy are not limited. */
const MAX_CONNECTIONS_OF_ONE = 1_000;
/** Below the server's maximum of 4,000: a new connection can be accepted while another one is being closed. */
const CONNECTIONS_TO_SHED_AT = 3_900;

/** Replaces the framework's schema compilers, whose 100 files are then not loaded. */
const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

export type BuiltApp = {
  app: App;
  /** Lets the app answer from now on. @returns resolves when the one before has no request left */
  show(): Promise<void>;
};

/** `buildBehind`, and it answers at once. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { app, show } = await buildBehind(deps, new Front());
  await show();
  return app;
}

/**
 * Builds the server: the plugins that every feature needs, then the features.
 *
 * @param front listens; of several apps behind it, the first one closes it
 */
export async function buildBehind(deps: AppDeps, front: Front): Promise<BuiltApp> {
  // The page of the sandbox's extra step does not exist with a real payment provider.
  const hidden = new Set(deps.payments.name === 'sandbox' ? [] : [SANDBOX_STEP_PATH]);
  const { app, show } = createApp(deps, hidden, front);
  await addPlugins(app, deps);
  for (const { addPublicRoutes } of deps.features) await addPublicRoutes?.(app, deps);

  // This hook runs before every call under /api/admin. Routes registered below need no guard of their own.
  guardAdmin(app, deps);
  logAdminChanges(app, deps);
  keepJournal(app, deps);
  for (const { addAdminRoutes } of deps.features) await addAdminRoutes?.(app, deps);

  addPages(app, deps.site, { hidden, countPage: deps.visits.count });
  // The first one is made ready by `listen` or by a test.
  if (front.isAnswering) await app.ready();
  return { app, show };
}

/** The framework with its limits, before any plugin. @param hidden pages answered as unknown */
function createApp(deps: AppDeps, hidden: ReadonlySet<string>, front: Front): BuiltApp {
  const { config } = deps;
  const fast = staticFastPath({ ...deps, hidden, countPage: deps.visits.count });
  let show: BuiltApp['show'] = () => Promise.resolve();
  const app = fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    serverFactory: (handler) => {
      show = () => front.answerBy(handler, fast);
      // Each app adds its own.
      front.server.removeAllListeners('clientError');
      return front.server;
    },
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: ZOD_COMPILERS,
    // During a graceful stop, requests on kept connections are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    frameworkErrors: answerBadUrl(config) as FastifyServerOptions['frameworkErrors'],
    clientErrorHandler: answerBrokenConnection(config),
    genReqId: requestNames(deps.metrics),
  }) as unknown as App;
  if (!front.isAnswering) {
    limitConnections(front.server, {
      perAddress: config.trustProxy === false ? MAX_CONNECTIONS_OF_ONE : null,
      overall: CONNECTIONS_TO_SHED_AT,
    });
  }
  // Bodies are JSON only. A form or text/plain body can be sent from another site without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  return { app, show };
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
    rolesOf,
    isSignedIn: (request) => isLiveSession(deps, sessionToken(config, request)),
  });
  await addRateLimit(app);
}
