import type { Localized } from '#shared/core/language.ts';

/** A product that is in another one, such as in a mixed box, and how many of it. */
export type Component = { id: string; quantity: number };
/** The same as it was sold, with its names then. */
export type SoldComponent = Component & { names: Localized };

export const MAX_COMPONENTS = 20;
export const MAX_COMPONENT_QUANTITY = 100;

/**
 * How many of an assortment there are: of each component as many as `left` says are needed for one.
 *
 * @param left pieces by product; one that is not named is not counted, and never the limit
 * @returns whole ones, below zero where more was sold than there is; `null` when none of its components is counted
 */
export function wholeOnes(components: readonly Component[], left: ReadonlyMap<string, number>): number | null {
  const counts = components.flatMap(({ id, quantity }) => {
    const pieces = left.get(id);
    return pieces === undefined ? [] : [Math.floor(pieces / quantity)];
  });
  return counts.length === 0 ? null : Math.min(...counts);
}
