import { useQuery } from '@tanstack/react-query';
import { dayAfter } from '#shared/core/days.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { firstDayToLeave, type HeatRules, heatParcelOf, mayLeaveOn } from '#shared/shipping/heat.ts';
import { shopCalendar } from '#shared/shipping/promises.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { adminKeys } from '../../keys.ts';

/** The published rules of dispatch; `null` if they cannot be read, so that only the server decides. */
export function useLeaveRules(): { isPending: boolean; rules: HeatRules | null } {
  const { data, isPending } = useQuery<AdminShippingRules>({ queryKey: adminKeys.shippingRules });
  const published = data?.published;
  return { isPending, rules: published ? { calendar: shopCalendar(published), heat: published.heat } : null };
}

const parcelOf = (order: Order, { calendar }: HeatRules) =>
  heatParcelOf(
    order,
    order.lines.map(({ id }) => id),
    calendar,
  );

/** Whether the heat rules let its parcel leave on this day. */
export const mayLeave = (order: Order, day: string, rules: HeatRules): boolean =>
  mayLeaveOn(day, parcelOf(order, rules), rules);

/** The first day from `from` on, on which all these may leave; `null` if there is none within a year. */
export const firstDayFor = (orders: readonly Order[], from: string, rules: HeatRules): string | null =>
  firstDayToLeave(
    from,
    orders.map((order) => parcelOf(order, rules)),
    rules,
  );

/** A weekday about a week from now, if possible one that the heat rules allow. */
export function suggestedDay(today: string, orders: readonly Order[], rules: HeatRules | null): string {
  let day = dayAfter(today, 7);
  const found = rules && firstDayFor(orders, day, rules);
  if (found) return found;
  while (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0) day = dayAfter(day, 1);
  return day;
}
