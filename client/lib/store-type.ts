import * as m from '#messages';

const labels: Record<string, () => string> = {
  'gas-station': m.store_type_gas_station,
  convenience: m.store_type_convenience,
  'mini-mart': m.store_type_mini_mart,
  grocery: m.store_type_grocery,
  other: m.store_type_other,
};

/** A store type's label; the owner's own types are unchanged. */
export function storeTypeText(type: string): string {
  return Object.hasOwn(labels, type) ? (labels[type]?.() ?? type) : type;
}
