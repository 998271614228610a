import type { App, BaseDeps } from '#server/deps.ts';
import { adminCheckSchema, loginInputSchema } from '#shared/admin.ts';
import { isLiveSession, logIn, logOut, sessionCookie, sessionToken } from './sessions.ts';

/** Login, check and logout: what a stranger may call under /api/admin. */
export function addSessionRoutes(app: App, deps: BaseDeps): void {
  const { config } = deps;
  const ok = { response: { 200: adminCheckSchema } };

  app.post('/api/admin/login', { schema: { body: loginInputSchema, ...ok } }, async (request, reply) => {
    const oldToken = sessionToken(config, request.headers.cookie);
    const token = await logIn(deps, { password: request.body.password, address: request.ip, oldToken });
    reply.header('set-cookie', sessionCookie(config, token));
    return { isAdmin: true };
  });

  app.get('/api/admin/check', { schema: ok }, async (request) => {
    return { isAdmin: await isLiveSession(deps, sessionToken(config, request.headers.cookie)) };
  });

  app.post('/api/admin/logout', { schema: ok }, async (request, reply) => {
    await logOut(deps, sessionToken(config, request.headers.cookie));
    reply.header('set-cookie', sessionCookie(config, null));
    return { isAdmin: false };
  });
}
