import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { isUnanswered } from '#shared/orders/delays.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';

/** Whether the customer did not agree to a later day in time, so that a refund is due. */
export const isToPayBack = (order: Order): boolean => isUnanswered(order, shopDay(new Date()));

/** The state of an order after a delay notice; empty before the first. */
export function delayText(order: Order, language: Language): string {
  const day = order.answerBy ? promisedDay(order.answerBy, language) : '';
  if (isToPayBack(order)) return m.admin_delay_unanswered({ day });
  if (order.delayState === 'asked') return m.admin_delay_asked({ day });
  if (order.delayState === 'told') return m.admin_delay_told();
  return order.delayState === 'waits' ? m.admin_delay_waits() : '';
}
