import { randomBytes } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { facts } from '#brand/facts.ts';
import { AppError } from '#server/errors.ts';
import { paymentProofSchema } from '#shared/checkout.ts';
import { deleteProofsBefore, findProofSecret, insertUsedProof } from './proofs-repository.ts';
import type { CheckoutDeps } from './service.ts';

/** A solution comes seconds after its challenge, also from a slow phone. */
const VALID_MS = 5 * 60_000;
/** One guess is so many rounds, about a millisecond of a phone. */
const COST = 2_000;
/** So many guesses lead to the solution: half a second to two on a phone. */
const [FEWEST_GUESSES, MOST_GUESSES] = [400, 1_000];

/**
 * While cards are declined by the dozen in the whole shop, the browser that starts a payment computes for a second first.
 * It costs shoppers nothing that they see, and somebody with ten thousand cards a computer for hours. At all other times
 * this asks for nothing and calls nothing.
 *
 * @param attempt what the payment is started for: a solution counts for this one alone, and once
 * @param proof `{challenge, solution}` as base64 of JSON
 * @throws AppError `proof_required` with a challenge: none was sent, or one that does not count
 */
export async function requireProof(
  deps: CheckoutDeps,
  attempt: string | undefined,
  proof: string | undefined,
): Promise<void> {
  if (!deps.declines.isRising) return;
  const secret = await findProofSecret(deps.db, () => randomBytes(32).toString('base64url'));
  if (proof !== undefined && (await isSolved(deps, secret, attempt, proof))) {
    deps.metrics.paymentProofs.inc({ outcome: 'ok' });
    return;
  }
  deps.metrics.paymentProofs.inc({ outcome: proof === undefined ? 'asked' : 'refused' });
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MOST_GUESSES, FEWEST_GUESSES),
    deriveKey,
    // Not the package's own expiry, which goes by another clock than the shop.
    data: { attempt: attempt ?? '', expires: deps.clock.now().getTime() + VALID_MS },
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  throw new AppError('proof_required', { values: { email: facts.email }, challenge });
}

async function isSolved(
  deps: CheckoutDeps,
  secret: string,
  attempt: string | undefined,
  proof: string,
): Promise<boolean> {
  const sent = readProof(proof);
  if (!sent) return false;
  const { challenge, solution } = sent;
  const { data } = challenge.parameters;
  const timeLeft = data.expires - deps.clock.now().getTime();
  // Further away than it can be: made by a clock that was ahead.
  if (data.attempt !== (attempt ?? '') || timeLeft < 0 || timeLeft > VALID_MS) return false;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return verified && (await insertUsedProof(deps.db, challenge.signature, new Date(data.expires)));
}

function readProof(proof: string): z.output<typeof paymentProofSchema> | undefined {
  try {
    return z.safeParse(paymentProofSchema, JSON.parse(Buffer.from(proof, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

/** Used ones, once they would count for nothing anyway. */
export function forgetOldProofs({ db, clock }: CheckoutDeps): Promise<void> {
  return deleteProofsBefore(db, clock.now());
}
