import { forgetOldUses } from '#server/features/codes/service.ts';
import { deleteOldQuotes } from '#server/features/shipping/service.ts';
import { forgetOldHolds } from '#server/features/stock/service.ts';
import { forgetOldProofs } from './proof-of-work.ts';
import type { CheckoutDeps } from './service.ts';

/** Deletes expired quotes, proofs, and holds of stock and codes. */
export async function forgetExpired(deps: CheckoutDeps): Promise<void> {
  await forgetOldProofs(deps);
  await deleteOldQuotes(deps);
  await forgetOldHolds(deps);
  await forgetOldUses(deps);
}
