import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { US_STATES } from '#shared/places/us-states.ts';
import type { TaxRegistration } from '#shared/tax/tax.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import type { SaveFrom } from '../kit/stale.ts';
import type { TaxFields } from './values.ts';

const [PATH] = adminKeys.taxes;

export function useTaxes() {
  return useQuery<TaxRegistration[]>({ queryKey: adminKeys.taxes });
}

/** Registers the shop for tax in a state, or changes the registration. */
export function useSaveTax(id: string | null, onDone: () => void) {
  return useAction({
    call: ({ fields, save }: { fields: TaxFields; save: SaveFrom<TaxRegistration> }) =>
      save((version) => {
        if (id === null) return callApi<TaxRegistration>(PATH, { method: 'POST', payload: fields });
        const { state: _, ...change } = fields;
        return callApi<TaxRegistration>(`${PATH}/${id}`, { method: 'PATCH', payload: { ...change, version } });
      }),
    done: ({ state }) => {
      const values = { state: US_STATES[state] };
      toast({ title: id === null ? m.admin_tax_created(values) : m.admin_tax_changed(values) });
      onDone();
    },
    refresh: [adminKeys.taxes],
  });
}

export function useDeleteTax(onDone: () => void) {
  return useAction({
    call: ({ id, version }: TaxRegistration) => callApi(`${PATH}/${id}?version=${version}`, { method: 'DELETE' }),
    done: (_, { state }) => {
      toast({ title: m.admin_tax_deleted({ state: US_STATES[state] }) });
      onDone();
    },
    failed: (error) => toastFailed(m.admin_error_title(), error),
    refresh: [adminKeys.taxes],
  });
}
