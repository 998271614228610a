import * as m from '#messages';
import { HOLD_MINUTES } from '#shared/checkout/hold-times.ts';

/** The text for a scarce product: how many are left. */
export function leftText(left: number): string {
  return left > 0 ? m.shop_left({ count: left }) : m.shop_all_held({ minutes: HOLD_MINUTES });
}
