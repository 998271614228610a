import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Caller } from './device.ts';
import { ABSOLUTE_MS, type Arrival } from './sessions.ts';

/** 32 random bytes. */
const TOKEN = /^[\w-]{43}$/;

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
  return TOKEN.test(value) ? value : null;
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

/** Recognizes a browser in which somebody has signed in before; it grants nothing. */
const deviceCookieName = (config: Address) => (isSecure(config) ? '__Host-admin-device' : 'admin-device');
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600;

/** Where a call comes from. A browser without a device cookie gets one when its sign-in succeeds. */
export function callerOf(config: Address, { ip, headers, cookies }: FastifyRequest): Caller & { device: string } {
  const cookie = cookies[deviceCookieName(config)] ?? '';
  const device = TOKEN.test(cookie) ? cookie : randomBytes(32).toString('base64url');
  return { address: ip, userAgent: headers['user-agent'], device };
}

/** The same for a sign-in, with the token of the browser's previous session. */
export const arrivalOf = (config: Address, request: FastifyRequest): Arrival & { device: string } => ({
  ...callerOf(config, request),
  oldToken: sessionToken(config, request),
});

/** Sets the cookies of a successful sign-in. */
export function setSignedIn(config: Address, reply: FastifyReply, { device }: { device: string }, token: string): void {
  setSessionCookie(config, reply, token);
  reply.setCookie(deviceCookieName(config), device, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    maxAge: DEVICE_SECONDS,
  });
}
