import type { Answers } from './answers.ts';
import { pack } from './art.ts';

/** `brand/drawings.ts` of a new brand: its pack, in the colours of the palette. */
export function drawingsSource({ drawing, name, colours }: Answers): string {
  const letter = [...name.replace(/^(café|la|el|los|las|the|doña|don)\s+/i, '')][0]?.toUpperCase() ?? '';
  const shapes = pack(drawing, colours.main, colours.ground, letter, colours.accent).replaceAll("'", "\\'");
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
