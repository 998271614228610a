import { freeShipping } from '#brand/shipping.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { isNamedFree, shippingMethodIn } from '#shared/shipping/names.ts';
import { sentence } from './catalogue.ts';

const freeService = () => forEachLanguage((language) => sentence(freeShipping.service, language));

/** The name of a shipping service in a language; free shipping has the owner's wording. */
export const shippingMethod = (name: string, language: Language): string =>
  shippingMethodIn(name, language, freeService());

/** Whether the name itself says that shipping is free. */
export const saysFree = (name: string): boolean => isNamedFree(name, freeService());
