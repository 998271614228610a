import * as m from '#messages';
import type { Order } from '#shared/admin-orders.ts';
import { isUnanswered } from '#shared/delays.ts';
import type { Language } from '#shared/language.ts';
import { promisedDay } from '#shared/promised-day.ts';
import { shopDay } from '#shared/ship-days.ts';

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
