import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { sessionToken } from './session-cookie.ts';
import { type StaffMember, staffOf } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes a call under /api/admin; `null` for every other call. */
    staff: StaffMember | null;
  }
}

/** Calls under /api/admin that need no session. */
const OPEN_CALLS = new Set([
  'POST /api/admin/login',
  'POST /api/admin/logout',
  'POST /api/admin/password/link',
  'POST /api/admin/password/by-link',
  'GET /api/admin/check',
  'HEAD /api/admin/check',
]);

/** Polled by an open dashboard, so it must not keep an unused session alive. */
export const CHANGES_PATH = '/api/admin/changes';

/**
 * A publish on a busy machine, or a picture in the converter's queue, is answered late, without any bytes in between. A
 * browser repeats a change whose connection was cut.
 */
const ANSWER_MS = 10 * 60_000;

/**
 * Answers 401 without a live session to every call under /api/admin except login, check and logout, before it examines
 * body, parameters or route. It checks the requested path, not where a route was registered, so new features are
 * covered automatically.
 */
export function guardAdmin(
  app: FastifyInstance,
  deps: Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>,
): void {
  app.decorateRequest('staff', null);
  app.addHook('onRequest', (request, _reply, done) => {
    // Nearly every request is for a page: a synchronous return avoids a promise.
    if (!isAdminCall(request) || isOpen(request.method, request.routeOptions.url)) return done();
    const token = sessionToken(deps.config, request);
    const isUse = request.routeOptions.url !== CHANGES_PATH;
    staffOf(deps, token, isUse).then((person) => {
      const { socket } = request.raw;
      if (person && socket instanceof Socket) socket.setTimeout(ANSWER_MS);
      request.staff = person;
      done(person ? undefined : new AppError('unauthorized'));
    }, done);
  });
}

/**
 * Whether a call answers 401 without a live session.
 *
 * @param url as it is registered, with `:names`
 */
export function needsSession(method: string, url: string): boolean {
  return isAdminPath(url) && !isOpen(method, url);
}

function isOpen(method: string, url: string | undefined): boolean {
  return OPEN_CALLS.has(`${method} ${url}`);
}

function isAdminCall(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return [request.routeOptions.url ?? '', path, decoded(path)].some(isAdminPath);
}

function isAdminPath(path: string): boolean {
  return /^[/\\]*api[/\\]+admin(?![\w-])/i.test(path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
