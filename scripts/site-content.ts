import { policyContent } from '#server/features/policies/pages.ts';
import { storyContent } from '#server/features/stories/pages.ts';
import { brandContent } from '#shared/brand-products.ts';
import type { Partner } from '#shared/policy-page.ts';
import type { SiteContent } from '#shared/products.ts';

/** What the pages of a shop show in which nothing was changed. @param partners those that it is set up with */
export function brandSite(partners: readonly Partner[] = []): SiteContent {
  const content = brandContent();
  return { ...content, ...policyContent(null, { partners, products: content.products }), ...storyContent(null) };
}
