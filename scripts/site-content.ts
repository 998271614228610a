import { policyContent } from '#server/features/policies/pages.ts';
import { shippingContent } from '#server/features/shipping/rules.ts';
import { storyContent } from '#server/features/stories/pages.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import type { Partner } from '#shared/content/policy-page.ts';

/** The content of a shop in which nothing was changed. @param partners those that it uses */
export function brandSite(partners: readonly Partner[] = []): SiteContent {
  const content = brandContent();
  const { products } = content;
  return {
    ...content,
    ...shippingContent(null, products, undefined, partners.includes('shippo')),
    ...policyContent(null, { partners, products }),
    ...storyContent(null),
  };
}
