import type { CSSProperties } from 'react';

/**
 * A colour of the palette as `--accent`, with its darker variant if the palette has one. An unknown colour, such as one
 * of an earlier brand, becomes the main colour.
 */
export function accentStyle(colour: string): CSSProperties {
  const accent = `var(--color-${colour}, var(--color-brand))`;
  const dark = `var(--color-${colour}-dark, color-mix(in oklab, ${accent} 80%, black))`;
  return { '--accent': accent, '--accent-dark': dark } as CSSProperties;
}
