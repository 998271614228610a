import { sections } from '#brand/sections.ts';
import * as m from '#messages';

/** The public routes, in the order of the bar and of the footer. */
export const navLinks = [
  { href: '/', label: m.nav_home },
  { href: '/about', label: m.nav_about },
  { href: '/product', label: m.nav_product },
  { href: '/shop', label: m.nav_shop },
  ...(sections.wholesale ? [{ href: '/wholesale', label: m.nav_wholesale }] : []),
  { href: '/contact', label: m.nav_contact },
];
