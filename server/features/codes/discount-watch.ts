import { eachSecond } from '#server/each-second.ts';
import { type ContentDeps, publish } from '#server/features/content/service.ts';
import { hasRunningDiscount } from './repository.ts';
import { CODE_KINDS, discountContent, SHOWN_DISCOUNT_ID, shownDiscountKind } from './shown.ts';

/** Publishes whether a discount without a code runs, if the pages say otherwise. @returns whether they did */
export async function showDiscount(deps: ContentDeps): Promise<boolean> {
  const isRunning = await hasRunningDiscount(deps.db, deps.clock.now());
  const { hasDiscount = false } = discountContent(deps.content.current());
  if (isRunning === hasDiscount) return false;
  const request = { kind: shownDiscountKind.kind, id: SHOWN_DISCOUNT_ID, what: { fields: { isRunning } } };
  // Published even if pages cannot be rendered, because the checkout already applies or refuses the discount.
  await publish(deps, CODE_KINDS, [request], { isUrgent: true });
  return true;
}

/** Checks every second whether a discount has begun or ended. Safe on several instances: one of them publishes. */
export function watchDiscounts(deps: ContentDeps): { stop(): Promise<void> } {
  return eachSecond(
    () => showDiscount(deps),
    (error) => deps.log.warn({ err: error }, 'the pages could not follow the discounts'),
  );
}
