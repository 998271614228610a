import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ProofChallenge } from '#shared/checkout/checkout.ts';

/** Receives a challenge; posts its solution, `null` when there is none. */
self.onmessage = async ({ data }: MessageEvent<ProofChallenge>) => {
  self.postMessage(await solveChallenge({ challenge: data, deriveKey }).catch(() => null));
};
