import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { Role } from '#shared/admin/staff.ts';
import { sessionToken } from './session-cookie.ts';
import { type StaffMember, staffOf } from './sessions.ts';
import { helperView } from './staff/helper-views.ts';
import { rightOf } from './staff/rights.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes a call under /api/admin; `null` for every other call. */
    staff: StaffMember | null;
  }
}

/** Polled by an open dashboard, so it must not keep an unused session alive. */
export const CHANGES_PATH = '/api/admin/changes';

/**
 * A publish on a busy machine, or a picture in the converter's queue, is answered late, without any bytes in between. A
 * browser repeats a change whose connection was cut.
 */
const ANSWER_MS = 10 * 60_000;

/**
 * Without a live session, every call under /api/admin that is not open to anybody is answered 401. A helper on an
 * owner's call gets 403. Both come before body, parameters or route are examined. It checks the requested path, not
 * where a route was registered, so new features are covered automatically.
 *
 * @throws Error at the start, for a call without a line in `RIGHTS`
 */
export function guardAdmin(
  app: FastifyInstance,
  deps: Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>,
): void {
  app.decorateRequest('staff', null);
  app.addHook('onRoute', ({ method, url }) => {
    const unknown = [method].flat().find((each) => isAdminPath(url) && rightOf(each, url) === undefined);
    if (unknown) throw new Error(`${unknown} ${url} has no line in server/features/admin/staff/rights.ts`);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // Nearly every request is for a page: a synchronous return avoids a promise.
    if (!isAdminCall(request) || isOpen(request.method, request.routeOptions.url)) return done();
    const token = sessionToken(deps.config, request);
    const isUse = request.routeOptions.url !== CHANGES_PATH;
    staffOf(deps, token, isUse).then((person) => {
      const { socket } = request.raw;
      if (person && socket instanceof Socket) socket.setTimeout(ANSWER_MS);
      request.staff = person;
      if (!person) return done(new AppError('unauthorized'));
      done(mayCall(person, request) ? undefined : new AppError('owner_only'));
    }, done);
  });
  app.addHook('preSerialization', (request, reply, answer, done) => {
    if (request.staff?.role !== 'helper') return done(null, answer);
    done(null, helperView(`${request.method} ${request.routeOptions.url}`, reply.statusCode, answer));
  });
}

/** The owner may make every call; an unknown one is a 404 for everybody. */
function mayCall({ role }: StaffMember, { method, routeOptions: { url } }: FastifyRequest): boolean {
  if (role === 'owner' || url === undefined || !isAdminPath(url)) return true;
  const right = rightOf(method, url);
  return right?.includes(role) ?? false;
}

/** Who makes a call that the guard has let through. */
export function staffIn({ staff }: FastifyRequest): StaffMember {
  if (!staff) throw new AppError('unauthorized');
  return staff;
}

/**
 * The roles that may make a call; `null` if it needs no session.
 *
 * @param url as it is registered, with `:names`
 */
export function rolesOf(method: string, url: string): readonly Role[] | null {
  if (!isAdminPath(url) || isOpen(method, url)) return null;
  return (rightOf(method, url) ?? []) as readonly Role[];
}

function isOpen(method: string, url: string | undefined): boolean {
  return url !== undefined && rightOf(method, url) === 'anybody';
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
