import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { ABSOLUTE_MS } from './sessions.ts';

type Address = Pick<Config, 'publicUrl'>;
const isSecure = ({ publicUrl }: Address) => publicUrl.startsWith('https:');
/**
 * The prefix `__Host-` prevents other hosts from setting it, but requires HTTPS, which a shop on loopback does not
 * have.
 */
export const sessionCookieName = (config: Address) => (isSecure(config) ? '__Host-admin' : 'admin');

/** The token in a request's cookie, if it is well-formed. */
export function sessionToken(config: Address, { cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const value = cookies[sessionCookieName(config)] ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/** Sets a new token in the browser; `null` removes the cookie. */
export function setSessionCookie(config: Address, reply: FastifyReply, token: string | null): void {
  reply.setCookie(sessionCookieName(config), token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    maxAge: token === null ? 0 : ABSOLUTE_MS / 1000,
  });
}
