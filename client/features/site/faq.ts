import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { allergenText, soldAllergens } from '../../lib/allergens.ts';
import { shipping } from '../../lib/catalogue.ts';
import { getLanguage } from '../../lib/language.ts';
import { shipDays } from '../../lib/ship-days.ts';

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
    answer: () => {
      const language = getLanguage();
      const { free } = shipping();
      const days = shipDays();
      if (!free) return m.faq_shipping_paid_a({ days });
      return m.faq_shipping_a({ days, orders: free.orders[language], where: free.where[language] });
    },
  },
  ...(sections.wholesale ? [{ question: m.faq_wholesale_q, answer: m.faq_wholesale_a }] : []),
];
