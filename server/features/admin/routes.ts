import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import {
  adminCheckSchema,
  adminSessionSchema,
  endedSessionsSchema,
  linkMailedSchema,
  loginInputSchema,
  passwordByLinkSchema,
  passwordChangeSchema,
  passwordPlaceSchema,
  sessionParamsSchema,
} from '#shared/admin/admin.ts';
import { changePassword, settingOfPassword } from './change-password.ts';
import { mailPasswordLink, setPasswordByLink } from './password-link.ts';
import { sessionToken, setSessionCookie } from './session-cookie.ts';
import {
  type Caller,
  endOtherSessions,
  endSession,
  isLiveSession,
  listLiveSessions,
  logIn,
  logOut,
} from './sessions.ts';

/** Login, logout, check and a forgotten password, which need no session; sessions and the password's change, which do. */
export function addSessionRoutes(app: App, deps: BaseDeps): void {
  const { config } = deps;
  const ok = { response: { 200: adminCheckSchema } };

  app.post('/api/admin/login', { schema: { body: loginInputSchema, ...ok } }, async (request, reply) => {
    const oldToken = sessionToken(config, request);
    const token = await logIn(deps, { ...callerOf(request), password: request.body.password, oldToken });
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

  app.get('/api/admin/password', { schema: { response: { 200: passwordPlaceSchema } } }, () => ({
    setting: settingOfPassword(deps),
  }));
  app.post(
    '/api/admin/password',
    { schema: { body: passwordChangeSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      setSessionCookie(config, reply, await changePassword(deps, callerOf(request), request.body));
      return reply.status(204).send(null);
    },
  );

  app.post('/api/admin/password/link', { schema: { response: { 200: linkMailedSchema } } }, async () => ({
    isMailed: await mailPasswordLink(deps),
  }));
  app.post(
    '/api/admin/password/by-link',
    { schema: { body: passwordByLinkSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      setSessionCookie(config, reply, await setPasswordByLink(deps, callerOf(request), request.body));
      return reply.status(204).send(null);
    },
  );

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

function callerOf({ ip, headers }: FastifyRequest): Caller {
  return { address: ip, userAgent: headers['user-agent'] };
}
