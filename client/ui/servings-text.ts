import * as m from '#messages';
import type { Servings } from '#shared/catalogue/servings.ts';

/** The line of a label, such as "about 17 servings per container". */
export function servingsText({ count, isAbout }: Servings): string {
  const said = isAbout ? m.nutrition_servings_about({ count }) : count;
  return count === 1 ? m.nutrition_servings_one({ count: said }) : m.nutrition_servings({ count: said });
}
