import { SITE_PAGES } from '#server/features/catalogue/live-catalogue.ts';
import { discountContent } from '#server/features/codes/shown.ts';
import { factsContent } from '#server/features/facts/kinds.ts';
import { lookContent } from '#server/features/look/kinds.ts';
import { slotContent } from '#server/features/picture-slots/kinds.ts';
import { policyContent } from '#server/features/policies/pages.ts';
import { shippingContent } from '#server/features/shipping/rules.ts';
import { STORY_HISTORY, storyContent, storySlugs } from '#server/features/stories/pages.ts';
import { faqContent } from '#server/features/texts/faq.ts';
import { changedTexts } from '#server/features/texts/pages.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import type { Partner } from '#shared/content/policy-page.ts';
import type { Language } from '#shared/core/language.ts';
import type { RevisionChange } from './kind.ts';
import type { ContentSnapshot } from './live-content.ts';

/** The fields whose history pages need. */
export const REMEMBERED = [SITE_PAGES.remembered, STORY_HISTORY];

/**
 * The content of the pages of a snapshot: each feature's part, with the owner's texts before the built-in ones.
 *
 * @param partners that this shop uses
 */
export function siteContent(
  partners: readonly Partner[],
  snapshot: ContentSnapshot,
  history: readonly RevisionChange[],
  changedOn: Readonly<Record<string, string>>,
): SiteContent {
  const site = SITE_PAGES.contentOf(snapshot, history);
  const texts = changedTexts(snapshot);
  const own = (key: string, language: Language) => texts[key]?.[language];
  const shown = {
    products: site.products,
    ...shippingContent(snapshot, site.products, own, partners.includes('shippo')),
  };
  return {
    ...site,
    ...shown,
    ...policyContent(snapshot, { partners, products: site.products, own }),
    ...factsContent(snapshot),
    ...faqContent(snapshot, shown),
    ...storyContent(snapshot),
    ...slotContent(snapshot),
    ...lookContent(snapshot),
    ...discountContent(snapshot),
    knownSlugs: { ...site.knownSlugs, stories: storySlugs(history) },
    changedTexts: texts,
    changedOn,
  };
}
