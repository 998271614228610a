import type { CSSProperties } from 'react';

/**
 * A colour of the palette as `--accent`, with its darker variant where the palette has one. A saved product may name a
 * colour of an earlier brand: the main colour takes its place.
 */
export function accentStyle(colour: string): CSSProperties {
  const accent = `var(--color-${colour}, var(--color-brand))`;
  const dark = `var(--color-${colour}-dark, color-mix(in oklab, ${accent} 80%, black))`;
  return { '--accent': accent, '--accent-dark': dark } as CSSProperties;
}
