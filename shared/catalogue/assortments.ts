import type { Localized } from '#shared/core/language.ts';

/** A product inside another one, such as in a mixed box, and its quantity. */
export type Component = { id: string; quantity: number };
/** A component as sold, with its names at that time. */
export type SoldComponent = Component & { names: Localized };

export const MAX_COMPONENTS = 20;
export const MAX_COMPONENT_QUANTITY = 100;

/**
 * How many assortments can be made from the components that are left.
 *
 * @param left pieces by product; a product without an entry is not counted and never limits
 * @returns whole assortments, negative if components are oversold; `null` when none of the components is counted
 */
export function wholeOnes(components: readonly Component[], left: ReadonlyMap<string, number>): number | null {
  const counts = components.flatMap(({ id, quantity }) => {
    const pieces = left.get(id);
    return pieces === undefined ? [] : [Math.floor(pieces / quantity)];
  });
  return counts.length === 0 ? null : Math.min(...counts);
}
