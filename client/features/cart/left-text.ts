import * as m from '#messages';
import { HOLD_MINUTES } from '#shared/checkout/hold-times.ts';

/** How many are left of a product of which there are few. */
export function leftText(left: number): string {
  return left > 0 ? m.shop_left({ count: left }) : m.shop_all_held({ minutes: HOLD_MINUTES });
}
