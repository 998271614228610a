/** `drawings.ts` of a new brand: a plain pack in the colours of its palette. */
export function drawingsSource(): string {
  const shapes =
    '<rect x="20" y="20" width="160" height="222" rx="16" fill="var(--color-brand)"/><rect x="44" y="84" width="112" height="94" rx="10" fill="var(--color-ground)"/>';
  return `/**
 * The product as it is drawn, beside its pictures: what stands inside an \`<svg>\` of this view box. Colours may be values or
 * names of the palette (\`var(--color-…)\`).
 */
type Drawing = { viewBox: string; shapes: string };

export const drawings = {
  /** On the wholesale page, and for what is coming soon. */
  product: {
    viewBox: '0 0 200 262',
    shapes: '${shapes}',
  },
} as const satisfies Record<string, Drawing>;
export type DrawingName = keyof typeof drawings;
`;
}
