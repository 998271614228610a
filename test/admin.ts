import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import { TEST_PASSWORD, type TestApp } from './app.ts';

/** Logs in by the real route. @returns the header for later requests */
export async function signIn(shop: TestApp, password = TEST_PASSWORD): Promise<{ cookie: string }> {
  const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/login', payload: { password } });
  if (answer.statusCode !== 200) throw new Error(`Login answered ${answer.statusCode}: ${answer.body}`);
  return { cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' };
}

/** A function that makes requests as the admin, logged in once; each has its own idempotency key. */
export async function asAdmin(shop: TestApp) {
  const headers = await signIn(shop);
  return (
    method: InjectOptions['method'],
    url: string,
    payload?: InjectOptions['payload'],
    more: Record<string, string> = {},
  ) =>
    shop.app.inject({
      method,
      url,
      headers: { ...headers, [IDEMPOTENCY_KEY_HEADER]: randomUUID(), ...more },
      ...(payload === undefined ? {} : { payload }),
    });
}
