import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { FREE_SHIPPING_OVER_CENTS } from '#shared/free-shipping.ts';
import { formatLimit } from '#shared/money.ts';
import { allergenText, soldAllergens } from '../../lib/allergens.ts';
import { getLanguage } from '../../lib/language.ts';

/** The questions of the product page, also used for its structured data. */
export const faq = [
  { question: m.faq_keep_q, answer: m.faq_keep_a },
  { question: m.faq_wrapped_q, answer: m.faq_wrapped_a },
  {
    question: m.faq_allergen_q,
    answer: () => {
      const sold = soldAllergens();
      return sold.length > 0
        ? m.faq_allergen_a({ allergens: allergenText(sold, getLanguage()) })
        : m.faq_allergen_none();
    },
  },
  {
    question: m.faq_shipping_q,
    answer: () => m.faq_shipping_a({ amount: formatLimit(FREE_SHIPPING_OVER_CENTS, getLanguage()) }),
  },
  ...(sections.wholesale ? [{ question: m.faq_wholesale_q, answer: m.faq_wholesale_a }] : []),
];
