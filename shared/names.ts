import { freeShipping } from '#brand/shipping.ts';
import type { Language, Localized } from './language.ts';

/** A name in a reader's language, if it is the known one in either; any other stays as it is. */
export function nameIn(name: string, known: Localized, language: Language): string {
  return name === known.en || name === known.es ? known[language] : name;
}

/** The name of a way to ship in a reader's language: free shipping is ours to name, the others are the carriers'. */
export function shippingMethodIn(method: string, language: Language): string {
  return nameIn(method, freeShipping.service, language);
}

/** Whether a way to ship says by its own name that it is free. */
export function isNamedFree(method: string): boolean {
  return method === freeShipping.service.en || method === freeShipping.service.es;
}
