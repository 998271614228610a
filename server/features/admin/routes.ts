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
  signedInSchema,
} from '#shared/admin/admin.ts';
import { changePassword, settingOfPassword } from './change-password.ts';
import { staffIn } from './guard.ts';
import { mailPasswordLink, setPasswordByLink } from './password-link.ts';
import { arrivalOf, callerOf, sessionToken, setSessionCookie, setSignedIn } from './session-cookie.ts';
import { endOtherSessions, endSession, listLiveSessions, logIn, logOut, staffOf } from './sessions.ts';

/** Login, logout, check and a forgotten password, which need no session; sessions and the password's change, which do. */
export function addSessionRoutes(app: App, deps: BaseDeps): void {
  const { config } = deps;
  const ok = { response: { 200: signedInSchema } };

  app.post('/api/admin/login', { schema: { body: loginInputSchema, ...ok } }, async (request, reply) => {
    const arrival = arrivalOf(config, request);
    setSignedIn(config, reply, arrival, await logIn(deps, { ...arrival, ...request.body }));
    return { isAdmin: true };
  });

  app.get('/api/admin/check', { schema: { response: { 200: adminCheckSchema } } }, async (request) => {
    const person = await staffOf(deps, sessionToken(config, request));
    return person ? { isAdmin: true, role: person.role, name: person.name } : { isAdmin: false };
  });

  app.post('/api/admin/logout', { schema: ok }, async (request, reply) => {
    await logOut(deps, sessionToken(config, request), request.ip);
    setSessionCookie(config, reply, null);
    return { isAdmin: false };
  });

  app.get('/api/admin/password', { schema: { response: { 200: passwordPlaceSchema } } }, (request) => ({
    setting: settingOfPassword(deps, staffIn(request).id),
  }));
  app.post(
    '/api/admin/password',
    { schema: { body: passwordChangeSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      const caller = callerOf(config, request);
      setSignedIn(config, reply, caller, await changePassword(deps, caller, staffIn(request).id, request.body));
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
      const caller = callerOf(config, request);
      setSignedIn(config, reply, caller, await setPasswordByLink(deps, caller, request.body));
      return reply.status(204).send(null);
    },
  );

  const tokenOf = (request: FastifyRequest) => sessionToken(config, request);
  app.get('/api/admin/sessions', { schema: { response: { 200: z.array(adminSessionSchema) } } }, (request) =>
    listLiveSessions(deps, staffIn(request), tokenOf(request)),
  );
  app.delete(
    '/api/admin/sessions/:id',
    { schema: { params: sessionParamsSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await endSession(deps, staffIn(request), request.params.id);
      return reply.status(204).send(null);
    },
  );
  app.post(
    '/api/admin/sessions/end-others',
    { schema: { response: { 200: endedSessionsSchema } } },
    async (request) => ({
      ended: await endOtherSessions(deps, staffIn(request), tokenOf(request)),
    }),
  );
}
