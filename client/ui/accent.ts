import type { CSSProperties } from 'react';

/** A colour of the palette as `--accent`, with its darker variant where the palette has one. */
export function accentStyle(colour: string): CSSProperties {
  const accent = `var(--color-${colour})`;
  const dark = `var(--color-${colour}-dark, color-mix(in oklab, ${accent} 80%, black))`;
  return { '--accent': accent, '--accent-dark': dark } as CSSProperties;
}
