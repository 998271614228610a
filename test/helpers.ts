import { randomUUID } from 'node:crypto';
import type { Invitation } from '#shared/admin/helpers.ts';
import { signIn } from './admin.ts';
import type { TestApp } from './app.ts';

export const HELPER_PASSWORD = 'boxes and brown paper';
/** The token in the fragment of a helper's link. */
export const tokenIn = (link: string) => link.split('#join.')[1] ?? '';

/** Invites a helper as the owner. */
export async function invite(shop: TestApp, email = `${randomUUID()}@example.com`, name = 'Ana'): Promise<Invitation> {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/staff',
    headers: await signIn(shop),
    payload: { name, email, language: 'es' },
  });
  if (answer.statusCode !== 201) throw new Error(`The invitation answered ${answer.statusCode}: ${answer.body}`);
  return answer.json();
}

/** Chooses a password with a link. */
export const accept = (shop: TestApp, link: string, next = HELPER_PASSWORD) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/admin/staff/invitation/accept',
    payload: { token: tokenIn(link), next },
  });

/** A helper who is signed in. @returns the header for requests */
export async function aHelper(shop: TestApp): Promise<{ cookie: string }> {
  const answer = await accept(shop, (await invite(shop)).link);
  if (answer.statusCode !== 204) throw new Error(`The invitation was not accepted: ${answer.body}`);
  return { cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' };
}
