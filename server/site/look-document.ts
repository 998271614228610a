import type { PublicLook } from '#shared/look/look.ts';
import { escapeHtml } from './page-head.ts';

/**
 * The changed colours as a style attribute of the document's element: it is part of the page, so page and colours are
 * always of one revision, and the security policy allows it where it forbids style elements. Empty without changes.
 */
export function paletteStyle(look: PublicLook | undefined): string {
  const colours = Object.entries(look?.palette ?? {});
  if (colours.length === 0) return '';
  return ` style="${colours.map(([name, colour]) => `--color-${name}:${colour}`).join(';')}"`;
}

/** The admin's document with the shop's name and logo, which its screens read from there. Its colours stay. */
export function adminDocument(template: string, name: string, look: PublicLook | undefined): string {
  const { logo, pictures } = look ?? {};
  const attributes = [
    `data-shop="${escapeHtml(name)}"`,
    ...(logo ? [`data-logo="${logo.src}" data-logo-size="${logo.width}x${logo.height}"`] : []),
    ...(pictures ? [`data-pictures="${pictures}"`] : []),
  ];
  // A function, because a name may have characters with a meaning in a replacement.
  return template.replace('<html ', () => `<html ${attributes.join(' ')} `);
}
