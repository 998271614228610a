import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { isUnanswered } from '#shared/orders/delays.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';

/** Whether its customer did not agree to a later day in time, so that the money is to go back. */
export const isToPayBack = (order: Order): boolean => isUnanswered(order, shopDay(new Date()));

/** How an order stands of which a letter about a later day was sent; empty before the first. */
export function delayText(order: Order, language: Language): string {
  const day = order.answerBy ? promisedDay(order.answerBy, language) : '';
  if (isToPayBack(order)) return m.admin_delay_unanswered({ day });
  if (order.delayState === 'asked') return m.admin_delay_asked({ day });
  if (order.delayState === 'told') return m.admin_delay_told();
  return order.delayState === 'waits' ? m.admin_delay_waits() : '';
}
