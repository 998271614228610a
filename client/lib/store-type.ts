import * as m from '#messages';

const words: Record<string, () => string> = {
  'gas-station': m.store_type_gas_station,
  convenience: m.store_type_convenience,
  'mini-mart': m.store_type_mini_mart,
  grocery: m.store_type_grocery,
  other: m.store_type_other,
};

/** A store type in words; the owner's own word stays as it is. */
export function storeTypeText(type: string): string {
  return Object.hasOwn(words, type) ? (words[type]?.() ?? type) : type;
}
