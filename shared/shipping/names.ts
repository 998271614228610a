import { freeShipping } from '#brand/shipping.ts';
import type { Language, Localized } from '#shared/core/language.ts';

/** A name in a reader's language, if it is the known one in any of the languages; any other is returned unchanged. */
export function nameIn(name: string, known: Localized, language: Language): string {
  return Object.values(known).includes(name) ? known[language] : name;
}

/**
 * The name of a shipping service in a reader's language: only free shipping is translated, the others are the carriers'
 * names.
 *
 * @param free what the owner calls it now; an order of before has the brand's words
 */
export function shippingMethodIn(method: string, language: Language, free: Localized = freeShipping.service): string {
  return nameIn(nameIn(method, free, language), freeShipping.service, language);
}

/** Whether a shipping service's name says that it is free. @param free as above */
export function isNamedFree(method: string, free: Localized = freeShipping.service): boolean {
  return [free, freeShipping.service].some((names) => Object.values<string>(names).includes(method));
}
