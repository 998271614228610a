import { freeShipping } from '#brand/shipping.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import { forEachLanguage, type Localized } from '#shared/core/language.ts';

/** The key of what free shipping is called among the services. */
export const FREE_SERVICE_KEY = 'checkout_free_service';

/** What free shipping is called now. @param own what the owner has made of it */
export function freeServiceName(own?: OwnText): Localized {
  return forEachLanguage((language) => own?.(FREE_SERVICE_KEY, language) ?? freeShipping.service[language]);
}
