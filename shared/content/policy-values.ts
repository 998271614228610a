import type { Language } from '#shared/core/language.ts';
import { formatLimit } from '#shared/core/money.ts';
import { shipDaysText } from '#shared/shipping/public-shipping.ts';
import type { ShippingRules } from '#shared/shipping/rules.ts';
import { shippingPriceText, statesText } from '#shared/shipping/words.ts';
import { brandWords } from './brand-words.ts';
import type { PolicyList, PolicyPlaceholder } from './policy-page.ts';
import type { OwnText } from './rule-words.ts';
import type { PublicFacts } from './shop-facts.ts';

/** `own` has the owner's wording of rule texts. */
export type PolicyFacts = {
  shipping: Pick<ShippingRules, 'free' | 'calendar'>;
  facts: Pick<PublicFacts, 'legalName' | 'founder' | 'city' | 'email' | 'phone' | 'address' | 'hours'> &
    Partial<Pick<PublicFacts, 'name'>>;
  own?: OwnText | undefined;
};

/** Values for `{{name}}` in policies, except for the lists, which are paragraphs of their own. */
export function policyValues(
  language: Language,
  { shipping, facts, own }: PolicyFacts,
): Record<Exclude<PolicyPlaceholder, PolicyList>, string> {
  const { street, city, state, zipCode } = facts.address;
  const words = brandWords(language, facts);
  return {
    brandName: words.brand ?? '',
    legalName: facts.legalName,
    email: facts.email,
    phone: facts.phone,
    address: `${street}, ${city}, ${state} ${zipCode}`,
    city: words.city ?? '',
    region: shipping.free.isOn ? statesText(shipping.free.states, language, own) : (words.region ?? ''),
    freeShippingOver: formatLimit(shipping.free.overCents, language),
    shipDays: shipDaysText(shipping, own)[language],
    shippingPrice: shippingPriceText(shipping, language, own),
  };
}
