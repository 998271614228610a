import { GRAMS_PER_OUNCE, gramsOf } from '#shared/core/weights.ts';

/** The servings of a container as on its label; `isAbout` if the number is rounded. */
export type Servings = { count: number; isAbout: boolean };

/** The nearest number of servings allowed on a label: halves from 2 to 5, otherwise whole. 21 CFR 101.9(b)(8)(i) */
export function nearestServings(exact: number): number {
  const step = exact > 2 && exact < 5 ? 0.5 : 1;
  return Math.max(1, Math.round(exact / step) * step);
}

/** The fields of a product that decide its servings. */
type Packed = {
  nutrition: { servingSize: string; servings?: Servings | undefined } | null;
  pieces: number | null;
  pieceOz: number | null;
  netWeightOz: number | null;
};

/**
 * The servings per container: as the owner has entered them, else the number of pieces if each is one serving (21 CFR
 * 101.9(b)(8)(iv)). Otherwise the net weight divided by the serving size.
 *
 * @returns `null` without a label, a net weight, or a serving size that has a weight
 */
export function servingsOf({ nutrition, pieces, pieceOz, netWeightOz }: Packed): Servings | null {
  if (nutrition?.servings) return nutrition.servings;
  const grams = servingGrams(nutrition?.servingSize ?? '');
  if (grams === null || netWeightOz === null) return null;
  if (pieces !== null && pieceOz !== null && gramsOf(pieceOz) === Math.round(grams)) {
    return { count: pieces, isAbout: false };
  }
  const exact = (netWeightOz * GRAMS_PER_OUNCE) / grams;
  const count = nearestServings(exact);
  return { count, isAbout: Math.abs(count - exact) > 1e-6 };
}

/**
 * The weight in a serving size such as `2 tbsp (32 g)` or `1.10 oz`; fluid ounces are a volume, and fractions (`1/2
 * oz`) are not parsed.
 */
function servingGrams(servingSize: string): number | null {
  const weight = (unit: string) => {
    const [, number = ''] =
      new RegExp(`(?:^|[^\\d.,/])(\\d[\\d.,]*|\\.\\d+)\\s*(?:${unit})\\b`, 'i').exec(servingSize) ?? [];
    return Number(/^\d{1,3}(,\d{3})+$/.test(number) ? number.replaceAll(',', '') : number.replace(',', '.'));
  };
  const grams = weight('g(?:rams?|ramos?)?') || weight('oz|ounces?|onzas?') * GRAMS_PER_OUNCE;
  return grams > 0 ? grams : null;
}
