import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import { pageContent } from '../lib/catalogue.ts';

/** The public routes, in the order of the bar and of the footer. */
export const navLinks = [
  { href: '/', label: m.nav_home },
  { href: '/about', label: m.nav_about },
  { href: '/product', label: m.nav_product },
  { href: '/shop', label: m.nav_shop },
  ...(sections.wholesale ? [{ href: '/wholesale', label: m.nav_wholesale }] : []),
  { href: '/contact', label: m.nav_contact },
];

/** In the bar, the stories follow the shop if there are any. */
export function barLinks() {
  const at = navLinks.findIndex(({ href }) => href === '/shop') + 1;
  const stories = pageContent().stories ? [{ href: STORIES_PATH, label: m.nav_stories }] : [];
  return [...navLinks.slice(0, at), ...stories, ...navLinks.slice(at)];
}
