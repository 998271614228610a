import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminShippingRules, ChangedShippingRules, ShippingRulesChange } from '#shared/shipping/rules.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';
import { useContentChange } from '../use-content-change.ts';

const [PATH] = adminKeys.shippingRules;

export function useShippingRules() {
  return useQuery<AdminShippingRules>({ queryKey: adminKeys.shippingRules });
}

export const useSaveShippingRules = () =>
  useContentChange<ChangedShippingRules>({
    store: (client, saved) => client.setQueryData<AdminShippingRules>(adminKeys.shippingRules, saved),
    undo: m.admin_shipping_undo,
    failed: m.admin_shipping_not_saved,
  });

export const putShippingRules = (payload: ShippingRulesChange) =>
  callApi<ChangedShippingRules>(PATH, { method: 'PUT', payload });

export const deleteShippingRules = (version: number) =>
  callApi<ChangedShippingRules>(`${PATH}?version=${version}`, { method: 'DELETE' });
