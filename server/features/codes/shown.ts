import type { ContentKind } from '#server/features/content/kind.ts';
import type { ContentSnapshot } from '#server/features/content/live-content.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';

export const SHOWN_DISCOUNT_ID = 'all';
/**
 * The only item of its kind: whether a discount without a code runs, so that carts ask what it takes off. It follows the
 * codes; nobody publishes it.
 */
export const shownDiscountKind: ContentKind = {
  kind: 'shown_discount',
  defaults: new Map([[SHOWN_DISCOUNT_ID, { isRunning: false }]]),
  nameOf: () => 'shown_discount',
  check: () => {},
  isUnrecorded: true,
};

export const CODE_KINDS: readonly ContentKind[] = [shownDiscountKind];

/** What pages say of discounts without a code. */
export function discountContent({ items }: Pick<ContentSnapshot, 'items'>): Pick<SiteContent, 'hasDiscount'> {
  return items.get(shownDiscountKind.kind)?.get(SHOWN_DISCOUNT_ID)?.isRunning === true ? { hasDiscount: true } : {};
}
