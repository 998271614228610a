import { deleteOldQuotes } from '#server/features/shipping/service.ts';
import { forgetOldProofs } from './proof-of-work.ts';
import type { CheckoutDeps } from './service.ts';

/** Deletes expired quotes and expired proofs. */
export async function forgetExpired(deps: CheckoutDeps): Promise<void> {
  await forgetOldProofs(deps);
  await deleteOldQuotes(deps);
}
