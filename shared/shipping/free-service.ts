import { freeShipping } from '#brand/shipping.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import { forEachLanguage, type Localized } from '#shared/core/language.ts';

/** The key of the name of free shipping. */
export const FREE_SERVICE_KEY = 'checkout_free_service';

/** The current name of free shipping. @param own the owner's wording */
export function freeServiceName(own?: OwnText): Localized {
  return forEachLanguage((language) => own?.(FREE_SERVICE_KEY, language) ?? freeShipping.service[language]);
}
