import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { ADDRESS_PROOF_PATH } from '#server/plugins/security-headers.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';

const KEY = 'address_proof';
const HEADER = 'x-address-proof';
const CALL_MS = 6_000;
const MAX_BYTES = 500;

const answerSchema = z.object({ answer: z.string() });

export type AddressProof =
  | { kind: 'proved' }
  | { kind: 'other' }
  | { kind: 'redirected'; to: string }
  | { kind: 'unreached'; code: string };

/**
 * Calls an address from here, with a token that is valid once, and checks that this shop answers. Any instance may: the
 * token is in the database.
 */
export async function proveAddress({ db }: Pick<BaseDeps, 'db'>, url: string): Promise<AddressProof> {
  const [token, answer] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  await keepProof(db, { token, answer });
  try {
    const response = await fetch(url + ADDRESS_PROOF_PATH, {
      headers: { [HEADER]: token },
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
    });
    const to = response.headers.get('location');
    if (to !== null) return { kind: 'redirected', to: to.slice(0, 100) };
    const text = await readSome(response);
    return { kind: response.ok && text.includes(answer) ? 'proved' : 'other' };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { kind: 'unreached', code: cause?.code ?? name };
  } finally {
    await takeProof(db, token);
  }
}

async function readSome(response: Response): Promise<string> {
  let text = '';
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString();
    if (text.length > MAX_BYTES) break;
  }
  return text;
}

/** The other side: answers a token once. */
export function addAddressProofRoute(app: App, { db }: Pick<BaseDeps, 'db'>): void {
  const schema = {
    tags: ['settings'],
    summary: 'Proves to this shop, at an address that may become its own, that it answers there',
    response: { 200: answerSchema, '4xx': apiErrorSchema },
  };
  app.get(ADDRESS_PROOF_PATH, { schema }, async (request) => {
    const token = request.headers[HEADER];
    const answer = typeof token === 'string' && /^[\da-f]{48}$/.test(token) ? await takeProof(db, token) : null;
    if (answer === null) throw new AppError('not_found');
    return { answer };
  });
}

async function keepProof(db: Executor, value: { token: string; answer: string }): Promise<void> {
  await db.insert(settings).values({ key: KEY, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** @returns the answer to this token, which is then used up */
async function takeProof(db: Executor, token: string): Promise<string | null> {
  const [row] = await db
    .delete(settings)
    .where(sql`${eq(settings.key, KEY)} and ${settings.value}->>'token' = ${token}`)
    .returning({ value: settings.value });
  return (row?.value as { answer: string } | undefined)?.answer ?? null;
}
