import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { allergenText, soldAllergens } from '../../lib/allergens.ts';
import { pageContent, shipping } from '../../lib/catalogue.ts';
import { getLanguage } from '../../lib/language.ts';
import { shipDays } from '../../lib/ship-days.ts';

/** The questions of the product page, also used for its structured data. The owner's own, or else the brand's. */
export function questions(): { question: string; answer: string }[] {
  const language = getLanguage();
  const own = pageContent().faq;
  if (own) return own.map(({ question, answer }) => ({ question: question[language], answer: answer[language] }));
  // server/features/texts/faq.ts has the same questions as data, the initial content of the owner's list.
  return [
    { question: m.faq_keep_q(), answer: m.faq_keep_a() },
    { question: m.faq_wrapped_q(), answer: m.faq_wrapped_a() },
    { question: m.faq_allergen_q(), answer: allergenAnswer() },
    { question: m.faq_shipping_q(), answer: shippingAnswer() },
    ...(sections.wholesale ? [{ question: m.faq_wholesale_q(), answer: m.faq_wholesale_a() }] : []),
  ];
}

function allergenAnswer(): string {
  const sold = soldAllergens();
  if (sold.length === 0) return m.faq_allergen_none();
  return m.faq_allergen_a({ allergens: allergenText(sold, getLanguage()) });
}

function shippingAnswer(): string {
  const language = getLanguage();
  const { free } = shipping();
  const days = shipDays();
  if (!free) return m.faq_shipping_paid_a({ days });
  return m.faq_shipping_a({ days, orders: free.orders[language], where: free.where[language] });
}
