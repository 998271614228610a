import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ProofChallenge } from '#shared/checkout/checkout.ts';

/** The value of `PROOF_HEADER` for a refusal's body, computed like the shop's page. */
export async function proofFor(refusal: string): Promise<string> {
  const { challenge } = JSON.parse(refusal) as { challenge: ProofChallenge };
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}
