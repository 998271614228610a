import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import {
  adminCheckSchema,
  adminSessionSchema,
  endedSessionsSchema,
  loginInputSchema,
  sessionParamsSchema,
} from '#shared/admin/admin.ts';
import { sessionToken, setSessionCookie } from './session-cookie.ts';
import { endOtherSessions, endSession, isLiveSession, listLiveSessions, logIn, logOut } from './sessions.ts';

/** Login, check and logout, which need no session; and the list of sessions, which does. */
export function addSessionRoutes(app: App, deps: BaseDeps): void {
  const { config } = deps;
  const ok = { response: { 200: adminCheckSchema } };

  app.post('/api/admin/login', { schema: { body: loginInputSchema, ...ok } }, async (request, reply) => {
    const oldToken = sessionToken(config, request);
    const token = await logIn(deps, {
      password: request.body.password,
      address: request.ip,
      userAgent: request.headers['user-agent'],
      oldToken,
    });
    setSessionCookie(config, reply, token);
    return { isAdmin: true };
  });

  app.get('/api/admin/check', { schema: ok }, async (request) => {
    return { isAdmin: await isLiveSession(deps, sessionToken(config, request)) };
  });

  app.post('/api/admin/logout', { schema: ok }, async (request, reply) => {
    await logOut(deps, sessionToken(config, request), request.ip);
    setSessionCookie(config, reply, null);
    return { isAdmin: false };
  });

  const tokenOf = (request: FastifyRequest) => sessionToken(config, request);
  app.get('/api/admin/sessions', { schema: { response: { 200: z.array(adminSessionSchema) } } }, (request) =>
    listLiveSessions(deps, tokenOf(request)),
  );
  app.delete(
    '/api/admin/sessions/:id',
    { schema: { params: sessionParamsSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await endSession(deps, request.params.id);
      return reply.status(204).send(null);
    },
  );
  app.post(
    '/api/admin/sessions/end-others',
    { schema: { response: { 200: endedSessionsSchema } } },
    async (request) => ({
      ended: await endOtherSessions(deps, tokenOf(request)),
    }),
  );
}
