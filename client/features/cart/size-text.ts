/** A size as printed: `40 × 1.10 oz`, never broken before its unit. */
export function sizeText(size: string): string {
  return size.replace(' x ', ' × ').replace(' oz', '\u00a0oz');
}
