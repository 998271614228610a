import type { Localized } from '#shared/core/language.ts';

/**
 * Words that the shop's rules of shipping and taxes combine into sentences: "orders over $25", "1-2 business days", the
 * reason behind "Sales tax". Names in braces are filled in. The owner changes them among the texts.
 */
export const ruleWords = {
  ordersAll: { en: 'all orders', es: 'todos los pedidos' },
  ordersOver: { en: 'orders over {amount}', es: 'pedidos de más de {amount}' },
  ordersUpTo: { en: 'orders up to {weight}', es: 'pedidos de hasta {weight}' },
  ordersBetween: {
    en: 'orders over {amount} and up to {weight}',
    es: 'pedidos de más de {amount} y de hasta {weight}',
  },
  states: { en: '{count} states', es: '{count} estados' },
  lower48: { en: 'the lower 48 states', es: 'los 48 estados continentales' },
  day: { en: '1 business day', es: '1 día laborable' },
  days: { en: '{count} business days', es: '{count} días laborables' },
  dayPair: { en: '{least}-{most} business days', es: '{least} o {most} días laborables' },
  dayRange: { en: '{least}-{most} business days', es: '{least} a {most} días laborables' },
  priceFree: {
    en: 'Free on {orders} within {where}; elsewhere you see the price before you pay.',
    es: 'Gratis en {orders} dentro de {where}; fuera de ahí ves el precio antes de pagar.',
  },
  price: { en: 'You see the price before you pay.', es: 'Ves el precio antes de pagar.' },
  taxRated: { en: '{state}, {rate}%', es: '{state}, {rate} %' },
  taxExempt: { en: 'given back for a resale certificate', es: 'devuelto por un certificado de reventa' },
  taxFixed: { en: '{why}, as it was when you bought', es: '{why}, como era cuando compraste' },
} as const satisfies Record<string, Localized>;
