import { freeShipping } from '#brand/shipping.ts';
import type { Language, Localized } from './language.ts';

/** A name in a reader's language, if it is the known one in any of the languages; any other is returned unchanged. */
export function nameIn(name: string, known: Localized, language: Language): string {
  return Object.values(known).includes(name) ? known[language] : name;
}

/**
 * The name of a shipping service in a reader's language: only free shipping is translated, the others are the carriers'
 * names.
 */
export function shippingMethodIn(method: string, language: Language): string {
  return nameIn(method, freeShipping.service, language);
}

/** Whether a shipping service's name says that it is free. */
export function isNamedFree(method: string): boolean {
  return Object.values<string>(freeShipping.service).includes(method);
}
