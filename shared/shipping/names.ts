import { freeShipping } from '#brand/shipping.ts';
import type { Language, Localized } from '#shared/core/language.ts';

/** A name in a reader's language, if it matches the known one in any language; any other name is returned unchanged. */
export function nameIn(name: string, known: Localized, language: Language): string {
  return Object.values(known).includes(name) ? known[language] : name;
}

/**
 * The name of a shipping service in a reader's language: only free shipping is translated, the others are the carriers'
 * names.
 *
 * @param free the owner's current name; older orders have the brand's words
 */
export function shippingMethodIn(method: string, language: Language, free: Localized = freeShipping.service): string {
  return nameIn(nameIn(method, free, language), freeShipping.service, language);
}

/** Whether a shipping service's name is that of free shipping. @param free as above */
export function isNamedFree(method: string, free: Localized = freeShipping.service): boolean {
  return [free, freeShipping.service].some((names) => Object.values<string>(names).includes(method));
}
