import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import type { LiveContent } from '#server/features/content/live-content.ts';
import type { Product } from '#shared/catalogue/products.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import { type Deliveries, deliveriesOf } from '#shared/shipping/delivery.ts';
import { type PublicShipping, publicShipping } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules, faultsInRules, type ShippingRules } from '#shared/shipping/rules.ts';

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The only item of this kind. */
export const RULES_ID = 'rules';

/** The rules of shipping, as content that the owner can change. */
export const shippingRulesKind: ContentKind = {
  kind: 'shipping_rules',
  defaults: new Map([[RULES_ID, brandShippingRules]]),
  nameOf: (id) => id,
  check: (changes) => {
    const issues = changes.flatMap(({ after }) => (after ? faultsInRules(toShippingRules(after)) : []));
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
};

export const SHIPPING_CONTENT: readonly ContentKind[] = [shippingRulesKind];

/** Saved fields as rules; fields added by this version of the shop come from the brand. */
export function toShippingRules(fields: Fields): ShippingRules {
  return { ...brandShippingRules, ...fields };
}

/** How parcels are priced and when they leave, from memory; as recent as the published content. */
export type CurrentShippingRules = () => ShippingRules;

export function shippingRulesIn(content: Pick<LiveContent, 'current'>): CurrentShippingRules {
  return () => shippingRulesOf(content.current());
}

/** The published rules of a snapshot; the brand's for `null`, when nothing is saved. */
export function shippingRulesOf(snapshot: Snapshot | null): ShippingRules {
  const saved = snapshot?.items.get(shippingRulesKind.kind)?.get(RULES_ID);
  return saved ? toShippingRules(saved) : brandShippingRules;
}

/**
 * What pages say about shipping. `null`: nothing is saved.
 *
 * @param own the owner's wording
 * @param hasLivePrices a carrier prices each parcel
 */
export function shippingContent(
  snapshot: Snapshot | null,
  products: readonly Product[],
  own?: OwnText,
  hasLivePrices = false,
): { shipping: PublicShipping; deliveries: Deliveries } {
  const rules = shippingRulesOf(snapshot);
  return {
    shipping: publicShipping(rules, products, own),
    deliveries: deliveriesOf(rules, products, hasLivePrices),
  };
}
