import type { ComponentProps, CSSProperties } from 'react';
import { pageContent } from './catalogue.ts';

/**
 * The owner's logo, which replaces the brand's on an image; `null` without one.
 *
 * @param styleOf for a logo of this width in units of its height
 */
export function ownLogo(styleOf: (ratio: number) => CSSProperties): ComponentProps<'img'> | null {
  const own = pageContent().look?.logo;
  return own ? { ...own, style: styleOf(own.width / own.height) } : null;
}
