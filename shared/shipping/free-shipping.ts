import { parseZip } from '#shared/places/zip.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import type { ShippingRules } from './rules.ts';
import { normalizeState } from './shipping.ts';

/**
 * The rule of free shipping: items strictly above the amount, up to the weight, to one of its states according to both
 * state and ZIP.
 *
 * @param parcel `subtotalCents`: the items without shipping, in US cents; `weightOz`: packed
 * @see docs/specification.md#shipping
 */
export function isFreeShipping(
  { isOn, overCents, states, upToOz }: ShippingRules['free'],
  { subtotalCents, weightOz }: { subtotalCents: number; weightOz: number },
  address: { state: string; zipCode: string },
): boolean {
  const zip = parseZip(address.zipCode);
  if (!isOn || subtotalCents <= overCents || zip === null) return false;
  if (upToOz !== null && weightOz > upToOz) return false;
  const typed = normalizeState(address.state);
  const state = states.find((code) => code === typed);
  return state !== undefined && stateOfZip(zip) === state;
}
