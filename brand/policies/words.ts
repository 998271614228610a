import type { Partner } from '#shared/content/policy-page.ts';
import type { Localized } from '#shared/core/language.ts';

/** The day of the starting texts in the folders beside this file. */
export const policiesWrittenOn = '2026-11-22';

/** Recipients of shoppers' data in every shop, for `{{partners}}`. */
export const alwaysPartners: readonly Localized[] = [
  {
    en: 'The carrier of your box (USPS, UPS or FedEx) gets your name, address and phone, to bring it to you.',
    es: 'La empresa que lleva tu caja (USPS, UPS o FedEx) recibe tu nombre, dirección y teléfono para entregártela.',
  },
  {
    en: 'Google Maps draws the map of stores once you scroll to it. Google then sees the address of your connection.',
    es: 'Google Maps dibuja el mapa de las tiendas cuando llegas a él. Google ve entonces la dirección de tu conexión.',
  },
];

/** Recipients only if the shop uses them. */
export const partnerWords: Readonly<Record<Partner, Localized>> = {
  stripe: {
    en: 'Stripe takes the payment. Your card number goes straight to Stripe; we never see it.',
    es: 'Stripe procesa el pago. El número de tu tarjeta va directo a Stripe; nosotros nunca lo vemos.',
  },
  shippo: {
    en: 'Shippo gets the address and the weight of the box, to find the price of shipping.',
    es: 'Shippo recibe la dirección y el peso de la caja, para calcular el precio del envío.',
  },
  mail: {
    en: 'An email company carries the messages that we send you.',
    es: 'Una empresa de correo electrónico lleva los mensajes que te enviamos.',
  },
};
