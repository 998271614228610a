import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminShippingRules, ShippingRulesChange } from '#shared/shipping/rules.ts';
import { adminKeys } from '../../keys.ts';
import { contentCalls } from '../content-calls.ts';

export function useShippingRules() {
  return useQuery<AdminShippingRules>({ queryKey: adminKeys.shippingRules });
}

export const shippingCalls = contentCalls<AdminShippingRules, ShippingRulesChange>(adminKeys.shippingRules, {
  undo: m.admin_shipping_undo,
  failed: m.admin_shipping_not_saved,
});
