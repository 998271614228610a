import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { sessionToken } from './session-cookie.ts';
import { isLiveSession } from './sessions.ts';

/** What a stranger may call under /api/admin. */
const OPEN_CALLS = new Set([
  'POST /api/admin/login',
  'POST /api/admin/logout',
  'GET /api/admin/check',
  'HEAD /api/admin/check',
]);

/** An open dashboard asks by itself: that must not keep a session alive which nobody uses. */
export const CHANGES_PATH = '/api/admin/changes';

/**
 * Answers 401 to whoever has no live session, to every call under /api/admin but login, check and logout, before body,
 * parameters or the existence of a route are looked at. It goes by the address that was asked for, not by where a
 * route was registered, so that no feature can forget it.
 */
export function guardAdmin(
  app: FastifyInstance,
  deps: Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Nearly every request is a page's; it waits for no promise.
    if (!isAdminCall(request) || OPEN_CALLS.has(`${request.method} ${request.routeOptions.url}`)) return done();
    const token = sessionToken(deps.config, request);
    const isUse = request.routeOptions.url !== CHANGES_PATH;
    isLiveSession(deps, token, isUse).then((isLive) => done(isLive ? undefined : new AppError('unauthorized')), done);
  });
}

function isAdminCall(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return [request.routeOptions.url ?? '', path, decoded(path)].some((each) =>
    /^[/\\]*api[/\\]+admin(?![\w-])/i.test(each),
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
