import { freeShipping } from '#brand/shipping.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { isNamedFree, shippingMethodIn } from '#shared/shipping/names.ts';
import { sentence } from './catalogue.ts';

const freeService = () => forEachLanguage((language) => sentence(freeShipping.service, language));

/** The name of a shipping service in a language, free shipping in the owner's words. */
export const shippingMethod = (name: string, language: Language): string =>
  shippingMethodIn(name, language, freeService());

/** Whether the name says by itself that nothing is paid. */
export const saysFree = (name: string): boolean => isNamedFree(name, freeService());
