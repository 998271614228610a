/** Net weights are printed in both units (21 CFR 101.7). */
export const GRAMS_PER_OUNCE = 28.35;

export function gramsOf(ounces: number): number {
  return Math.round(ounces * GRAMS_PER_OUNCE);
}
