import type { ComponentType } from 'react';
import { sections } from '#brand/sections.ts';

/** What a page's file gives: its component, and what its head says in the language of the moment. */
export type Page = { default: ComponentType; head: { title: () => string; description: () => string } };
export type SiteRoute = {
  path: string;
  load: () => Promise<Page>;
  /** Left out of search engines and of the sitemap. */
  isPrivate?: boolean;
  /** Not a page of this shop: its address answers as an unknown one. */
  isOff?: boolean;
  /** Other addresses that the same document serves. */
  pattern?: RegExp;
};

/** The six public routes of the specification, 2, and the pages that only a link leads to. */
export const routes: readonly SiteRoute[] = [
  {
    path: '/',
    load: () => import('./pages/home.tsx'),
  },
  {
    path: '/about',
    load: () => import('./pages/about.tsx'),
  },
  {
    path: '/product',
    load: () => import('./pages/product.tsx'),
  },
  {
    path: '/shop',
    load: () => import('./pages/shop.tsx'),
  },
  {
    path: '/wholesale',
    load: () => import('./pages/wholesale.tsx'),
    isOff: !sections.wholesale,
  },
  {
    path: '/contact',
    load: () => import('./pages/contact.tsx'),
  },
  {
    path: '/sandbox-payment',
    load: () => import('./pages/sandbox-payment.tsx'),
    isPrivate: true,
  },
  {
    path: '/order/_',
    pattern: /^\/order\/[^/]+$/,
    load: () => import('./pages/order.tsx'),
    isPrivate: true,
  },
];

/** Shown for every other path; it renders nothing of the path, since one document serves them all. */
export const notFoundRoute: SiteRoute = {
  path: '/404',
  load: () => import('./pages/not-found.tsx'),
  isPrivate: true,
};

let missingPath: string | undefined;

/** The server has no page here, as of a sandbox that is not in use: its document is the 404 page, and stays it. */
export function noteMissing(path: string): void {
  missingPath = path;
}

export function findRoute(path: string): SiteRoute {
  if (path === missingPath) return notFoundRoute;
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path;
  return routes.find((route) => !route.isOff && (route.path === clean || route.pattern?.test(clean))) ?? notFoundRoute;
}

const loaded = new Map<SiteRoute, Page>();
const loading = new Map<SiteRoute, Promise<Page>>();

/** The page if its code is here already; a page that is here renders without a flash. */
export function loadedPage(route: SiteRoute): Page | undefined {
  return loaded.get(route);
}

/** Fetches a page's code once; the same promise for all who ask. A failed fetch may be tried again. */
export function loadPage(route: SiteRoute): Promise<Page> {
  const known = loading.get(route);
  if (known) return known;
  const promise = route.load().then((page) => {
    loaded.set(route, page);
    return page;
  });
  promise.catch(() => loading.delete(route));
  loading.set(route, promise);
  return promise;
}
