/**
 * Store types of docs/specification.md#wholesale-inquiry; separate from the schemas, so that a page may list them
 * without loading the validator.
 */
export const STORE_TYPES = ['gas-station', 'convenience', 'mini-mart', 'grocery', 'other'] as const;
export type StoreType = (typeof STORE_TYPES)[number];

export function isStoreType(value: string): value is StoreType {
  return STORE_TYPES.some((type) => type === value);
}

type Underscored<S extends string> = S extends `${infer A}-${infer B}` ? `${A}_${Underscored<B>}` : S;

/** The key of a store type's text in brand/texts. */
export const storeTypeKey = <T extends StoreType>(type: T) =>
  `store_type_${type.replaceAll('-', '_')}` as `store_type_${Underscored<T>}`;
