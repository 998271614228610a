import type { Amount } from '#shared/core/amounts.ts';
import type { Language, Localized } from '#shared/core/language.ts';
import { tagline } from './tagline.ts';

/**
 * Words that mails say around the templates; the owner changes them under Words, by `mail_…`
 * (shared/emails/mail-words.ts).
 */
export const emailWords = {
  tagline,
  item: { en: 'Item', es: 'Producto' },
  amount: { en: 'Amount', es: 'Monto' },
  each: { en: 'each', es: 'c/u' },
  contains: { en: 'Contains:', es: 'Contiene:' },
  subtotal: { en: 'Subtotal', es: 'Subtotal' },
  discount: { en: 'Discount', es: 'Descuento' },
  shipping: { en: 'Shipping', es: 'Envío' },
  tax: { en: 'Sales tax', es: 'Impuesto' },
  difference: { en: 'Difference after a change of items', es: 'Diferencia por el cambio de productos' },
  totalPaid: { en: 'Total paid', es: 'Total pagado' },
  total: { en: 'Total', es: 'Total' },
  free: { en: 'FREE', es: 'GRATIS' },
  paidBack: {
    en: 'We have paid {amount} back to your card. Your bank may take 5 to 10 days to show it.',
    es: 'Te devolvimos {amount} a tu tarjeta. El banco puede demorar de 5 a 10 días en mostrarlo.',
  },
  paidBackByHand: {
    en: 'We have paid {amount} back to you, without a card.',
    es: 'Te devolvimos {amount}, sin pasar por una tarjeta.',
  },
  paidBackByHandSubject: {
    en: 'We paid {amount} back for order {number}',
    es: 'Te devolvimos {amount} del pedido {number}',
  },
  paidBackByHandWrong: {
    en: 'If you have not got the money, or it is another amount, reply to this email.',
    es: 'Si no te llegó el dinero, o es otra cantidad, responde a este correo.',
  },
  nothingToPayBack: {
    en: 'There was nothing left to pay back.',
    es: 'No quedaba nada por devolver.',
  },
  changePaysBack: {
    en: 'We are paying the difference of {amount} back to your card. Your bank may take 5 to 10 days to show it.',
    es: 'Te devolvemos la diferencia de {amount} a tu tarjeta. El banco puede demorar de 5 a 10 días en mostrarla.',
  },
  changeCostsNothing: {
    en: 'You do not have to pay anything for it.',
    es: 'No tienes que pagar nada por eso.',
  },
  owedAsksSubject: {
    en: 'Please pay {amount} for your order {number}',
    es: 'Falta pagar {amount} de tu pedido {number}',
  },
  owedAsksText: {
    en: 'We changed your order {number} as agreed. It now has {items}, and that costs {amount} more than you have paid. You can pay the difference by card on the page of your order:',
    es: 'Cambiamos tu pedido {number} como quedamos. Ahora lleva {items} y cuesta {amount} más de lo que ya pagaste. Puedes pagar la diferencia con tarjeta en la página de tu pedido:',
  },
  owedAsksOpen: { en: 'See the order and pay {amount}', es: 'Ver el pedido y pagar {amount}' },
  owedAsksUntil: {
    en: 'The page takes the payment until {day}. If you did not ask for this change, do not pay and write to us.',
    es: 'La página acepta el pago hasta el {day}. Si no pediste este cambio, no pagues y escríbenos.',
  },
  owedPaidSubject: {
    en: 'We received your payment of {amount} for order {number}',
    es: 'Recibimos tu pago de {amount} del pedido {number}',
  },
  owedPaidText: {
    en: 'Thank you! Your payment of {amount} for order {number} is here, and nothing is left to pay. Your order:',
    es: '¡Gracias! Nos llegó tu pago de {amount} del pedido {number} y ya no falta nada por pagar. Tu pedido:',
  },
  owedPaidSum: { en: 'Paid in total: {paid}', es: 'Pagado en total: {paid}' },
  owedReturnedSubject: {
    en: 'Your {amount} for order {number} goes back to you',
    es: 'Te devolvemos {amount} del pedido {number}',
  },
  owedReturnedText: {
    en: 'Your payment of {amount} for order {number} arrived when it was not asked for any more, so we do not keep it. Your order:',
    es: 'Tu pago de {amount} del pedido {number} llegó cuando ya no hacía falta, así que no nos lo quedamos. Tu pedido:',
  },
  delayDated: { en: 'It now ships by {ship}.', es: 'Ahora sale a más tardar el {ship}.' },
  delayOpen: {
    en: 'We cannot name the new day yet.',
    es: 'Todavía no podemos decirte la fecha nueva.',
  },
  delaySilence: {
    en: 'If that works for you, you do not have to do anything: we take silence as a yes. If not, cancel on the page of your order and get everything back.',
    es: 'Si te sirve, no tienes que hacer nada: si no nos dices nada, entendemos que esperas. Si no, cancela en la página de tu pedido y te devolvemos todo.',
  },
  delayAsks: {
    en: 'Please tell us by {day} whether you will wait. Without a yes by then we cancel the order and pay everything back.',
    es: 'Dinos a más tardar el {day} si esperas. Si para entonces no nos has dicho que sí, cancelamos el pedido y te devolvemos todo.',
  },
  refunds: { en: 'Refunds', es: 'Reembolsos' },
  policyShipping: { en: 'Shipping', es: 'Envíos' },
  privacy: { en: 'Privacy', es: 'Privacidad' },
  terms: { en: 'Terms', es: 'Términos' },
  promise: {
    en: 'It ships by {ship} and arrives by {arrive}.',
    es: 'Sale el {ship} a más tardar y llega no más tarde del {arrive}.',
  },
  gift: {
    en: 'A gift: the packing slip shows no prices.',
    es: 'Es un regalo: la hojita que va en la caja no lleva precios.',
  },
  giftWithNote: {
    en: 'A gift: the packing slip shows no prices, and says: “{note}”',
    es: 'Es un regalo: la hojita que va en la caja no lleva precios y dice: «{note}»',
  },
  noMessage: { en: 'No message was left.', es: 'No dejó mensaje.' },
  orderLinkSubject: { en: 'Your order {number}', es: 'Tu pedido {number}' },
  orderLinkText: { en: 'Here is your order {number}:', es: 'Aquí está tu pedido {number}:' },
  orderLinkOpen: { en: 'Open the order', es: 'Abrir el pedido' },
  orderLinkWhy: {
    en: 'Somebody asked for this link with the number and your email address. If it was not you, there is nothing to do.',
    es: 'Alguien pidió este enlace con el número y tu correo. Si no fuiste tú, no tienes que hacer nada.',
  },
  newAddressSubject: { en: 'Order {number}: new address', es: 'Pedido {number}: dirección nueva' },
  newAddressText: {
    en: 'The shipping address of order {number} was changed on its page. The parcel goes to the new address.',
    es: 'La dirección de envío del pedido {number} se cambió en su página. El paquete va a la dirección nueva.',
  },
  newAddressNotYou: {
    en: 'If that was not you, answer this email at once.',
    es: 'Si no fuiste tú, responde a este correo enseguida.',
  },
  /** Replacements for names that could carry an advertisement to a stranger's mailbox. */
  someone: { en: 'there', es: 'qué tal' },
  someBusiness: { en: 'your store', es: 'tu negocio' },
} as const satisfies Record<Amount, Localized> & Record<string, Localized>;

export const languageWords: Readonly<Record<Language, Localized>> = {
  en: { en: 'English', es: 'Inglés' },
  es: { en: 'Spanish', es: 'Español' },
};

/** The message of the sample inquiry in the admin's preview and test mail. */
export const sampleMessage: Localized = {
  en: 'We sell a lot of coffee in the morning.\nIs there a display for the counter?',
  es: 'Vendemos mucho café por la mañana.\n¿Tienen exhibidor para el mostrador?',
};
