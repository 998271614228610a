/**
 * Store types of docs/specification.md#wholesale-inquiry; separate from the schemas, so that a page may list them
 * without the validator.
 */
export const STORE_TYPES = ['gas-station', 'convenience', 'mini-mart', 'grocery', 'other'] as const;
export type StoreType = (typeof STORE_TYPES)[number];

export function isStoreType(value: string): value is StoreType {
  return STORE_TYPES.some((type) => type === value);
}
