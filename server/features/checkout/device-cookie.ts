import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

const NAME = 'device';
const DAY_SECONDS = 86_400;
/** Limits the cookie to the only call that reads it. */
const PATH = '/api/create-payment-intent';

/**
 * A random id of a browser, kept for a day, for counting declined cards. It is set only when a payment starts.
 *
 * @returns the existing or new id
 */
export function deviceOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
): string {
  const known = cookies[NAME] ?? '';
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  const device = randomUUID();
  const secure = publicUrl.startsWith('https:');
  reply.setCookie(NAME, device, { path: PATH, maxAge: DAY_SECONDS, httpOnly: true, sameSite: 'strict', secure });
  return device;
}
