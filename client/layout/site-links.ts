import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import { pageContent } from '../lib/catalogue.ts';

const links = [
  { href: '/', label: m.nav_home },
  { href: '/about', label: m.nav_about },
  { href: '/product', label: m.nav_product },
  { href: '/shop', label: m.nav_shop },
  { href: STORIES_PATH, label: m.nav_stories },
  ...(sections.wholesale ? [{ href: '/wholesale', label: m.nav_wholesale }] : []),
  { href: '/contact', label: m.nav_contact },
];

/** The public routes and, if there are any, the stories, in the order of the bar and of the footer. */
export const navLinks = () => links.filter(({ href }) => href !== STORIES_PATH || pageContent().stories);
