import { stateOfZip } from '#shared/places/zip-states.ts';
import { taxesOf } from '#shared/tax/tax.ts';
import type { TaxProvider } from './provider.ts';

/** The owner's own rates by state. The order itself is the record of its tax. */
export function tableTaxes(): TaxProvider {
  const isRecord = async ({ reference }: { reference: string }) =>
    ({ kind: 'done', transactionId: reference }) as const;
  return {
    name: 'table',
    estimate: async ({ lines, discountCents, address, rule }, shippingCents) => {
      const state = stateOfZip(address.zipCode);
      return shippingCents.map((cents) => taxesOf(lines, { discountCents, shippingCents: cents, state, rule }));
    },
    commit: isRecord,
    refund: isRecord,
    void: isRecord,
  };
}
