import type { ProofChallenge } from '#shared/checkout/checkout.ts';

/** Longer than any phone needs; then the computation is aborted. */
const MAX_MS = 30_000;

/**
 * Solves the server's proof of work in a worker, so that the page stays responsive.
 *
 * @param refusal the body of the server's answer
 * @returns the value of `PROOF_HEADER`
 * @throws Error the answer has no challenge, or this browser cannot solve it
 */
export async function solveProof(refusal: string): Promise<string> {
  const { challenge } = JSON.parse(refusal) as { challenge: ProofChallenge };
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('a challenge was not solved in time')), MAX_MS);
      worker.onmessage = ({ data }: MessageEvent<object | null>) => {
        clearTimeout(timer);
        if (data) resolve(data);
        else reject(new Error('a challenge was not solved'));
      };
      worker.onerror = () => {
        clearTimeout(timer);
        reject(new Error('the script that solves challenges did not run'));
      };
      worker.postMessage(challenge);
    });
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
