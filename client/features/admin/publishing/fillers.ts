import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { answerValues } from '#shared/content/answer-values.ts';
import { brandWords } from '#shared/content/brand-words.ts';
import { ANSWER_VALUES } from '#shared/content/faq.ts';
import { POLICY_PLACEHOLDERS } from '#shared/content/policy-page.ts';
import { policyValues } from '#shared/content/policy-values.ts';
import { ownTextOf } from '#shared/content/rule-words.ts';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import type { SlipWords } from '#shared/content/texts.ts';
import type { Language } from '#shared/core/language.ts';
import { publicShipping } from '#shared/shipping/public-shipping.ts';
import { adminKeys } from '../keys.ts';
import type { Filler } from '../kit/form/filled-in.tsx';
import { shopName } from '../kit/shop-look.ts';
import { useProducts } from '../products/api.ts';
import { useFacts, useShippingRules } from './reads.ts';

type Fillers = (language: Language) => readonly Filler[];

/** The published facts, which every sentence may name. */
export const factFillers = (language: Language, known: AdminFacts['published'] | undefined): Filler[] =>
  Object.entries(brandWords(language, known && { ...known, name: shopName() })).map(([name, shown]) => ({
    name,
    shown,
  }));

/** The owner's wording of rule texts. */
function useOwnWords() {
  const { data = {} } = useQuery<SlipWords>({ queryKey: adminKeys.slipWords });
  return ownTextOf(data);
}

/** Values that a policy may name: those of its page, and the entries of its lists. Empty while loading. */
export function usePolicyFillers(): Fillers {
  const facts = useFacts().data?.published;
  const shipping = useShippingRules().data;
  const own = useOwnWords();
  if (!facts || !shipping) return () => [];
  return (language) => {
    const values = policyValues(language, { facts: { ...facts, name: shopName() }, shipping, own });
    const descriptions = { partners: m.admin_policy_partners(), heatRules: m.admin_policy_heat_rules() };
    return POLICY_PLACEHOLDERS.map((name) =>
      name === 'partners' || name === 'heatRules'
        ? { name, shown: descriptions[name], isDescription: true }
        : { name, shown: values[name] },
    );
  };
}

/** Values that an answer may name. `isOtherwise`: for the text used when such a value is missing. */
export function useAnswerFillers(): (language: Language, isOtherwise: boolean) => readonly Filler[] {
  const facts = useFacts().data?.published;
  const rules = useShippingRules().data;
  const own = useOwnWords();
  const { data = [] } = useProducts();
  if (!facts || !rules) return () => [];
  const products = data.flatMap(({ state, allergens }) => (state === 'live' && allergens ? [{ allergens }] : []));
  const shipping = publicShipping(rules, [], own);
  return (language, isOtherwise) => {
    const values = answerValues(language, { products, shipping });
    const names = isOtherwise ? (['days'] as const) : ANSWER_VALUES;
    return [...names.map((name) => ({ name, shown: values[name] })), ...factFillers(language, facts)];
  };
}
