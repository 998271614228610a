import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseDeps } from '#server/deps.ts';
import { sessionToken } from './session-cookie.ts';
import { sessionName } from './sessions.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Login and logout have their own log lines; a preview and a challenge change nothing. */
const LEFT_OUT = /\/(?:login(?:\/[\w-]+)?|logout|preview|challenge)$/;

/**
 * Logs one line for each change by the admin: the route pattern, the ids, the IP address and the session. The body is
 * not logged, because it contains personal data.
 */
export function logAdminChanges(app: FastifyInstance, { config }: Pick<BaseDeps, 'config'>): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    if (!route.url.startsWith('/api/admin/') || LEFT_OUT.test(route.url)) return;
    if (methods.every((method) => READS.has(method))) return;
    const record = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (reply.statusCode < 400) {
        const token = sessionToken(config, request);
        const line = {
          event: 'admin_change',
          method: request.method,
          route: route.url,
          ...targetsOf(request),
          status: reply.statusCode,
          address: isIP(request.ip) ? request.ip : null,
          session: token && sessionName(token),
        };
        request.log.info(line, 'the admin made a change');
      }
      done();
    };
    route.onResponse = [...[route.onResponse ?? []].flat(), record];
  });
}

/** Validated ids from the path, or from the body of a bulk change. */
function targetsOf(request: FastifyRequest): { target?: string; targets?: string[] } {
  const { id } = (request.params ?? {}) as { id?: string };
  const { ids } = (request.body ?? {}) as { ids?: string[] };
  return { ...(id === undefined ? {} : { target: id }), ...(Array.isArray(ids) ? { targets: ids } : {}) };
}
