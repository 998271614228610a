import { randomBytes } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { AppError } from '#server/errors.ts';
import { paymentProofSchema } from '#shared/checkout/checkout.ts';
import { deleteProofsBefore, findProofSecret, insertUsedProof } from './proofs-repository.ts';
import type { CheckoutDeps } from './service.ts';

/** Lifetime of a challenge. A slow phone needs seconds for a solution. */
const VALID_MS = 5 * 60_000;
/** Hash rounds of one guess: about a millisecond on a phone. */
const COST = 2_000;
/** Fewest and most guesses for a solution: half a second to two seconds on a phone. */
const [FEWEST_GUESSES, MAX_GUESSES] = [400, 1_000];

/**
 * Requires a proof of work before a payment starts, while many cards are declined in the whole shop, and for scarce
 * goods. A shopper does not notice it; testing ten thousand cards, or holding scarce stock from many addresses, takes
 * hours of computation. At all other times it does nothing.
 *
 * @param start.attempt of the payment: a solution is valid for this attempt only, and once
 * @param start.proof `{challenge, solution}` as base64 of JSON
 * @param start.isScarce whether the cart has scarce goods
 * @throws AppError `proof_required` with a challenge: the proof is missing or invalid
 */
export async function requireProof(
  deps: CheckoutDeps,
  { attempt, proof, isScarce }: { attempt: string | undefined; proof: string | undefined; isScarce: boolean },
): Promise<void> {
  if (!deps.declines.isRising && !isScarce) return;
  const secret = await findProofSecret(deps.db, () => randomBytes(32).toString('base64url'));
  if (proof !== undefined && (await isSolved(deps, secret, attempt, proof))) {
    deps.metrics.paymentProofs.inc({ outcome: 'ok' });
    return;
  }
  deps.metrics.paymentProofs.inc({ outcome: proof === undefined ? 'asked' : 'refused' });
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MAX_GUESSES, FEWEST_GUESSES),
    deriveKey,
    // The package's own expiry is not used, because it reads another clock than the shop.
    data: { attempt: attempt ?? '', expires: deps.clock.now().getTime() + VALID_MS },
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  throw new AppError('proof_required', { challenge });
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
  // Longer than possible: the challenge was created while the clock was ahead.
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

/** Deletes used challenges that have expired. */
export function forgetOldProofs({ db, clock }: CheckoutDeps): Promise<void> {
  return deleteProofsBefore(db, clock.now());
}
