import { sections } from '#brand/sections.ts';
import { ownPage, productAt } from './lib/catalogue.ts';
import { type LazyImport, lazyImport } from './lib/lazy/lazy-import.ts';
import type { Page } from './lib/page.ts';

export type SiteRoute = {
  path: string;
  page: LazyImport<Page>;
  /** Excluded from search engines and from the sitemap. */
  isPrivate?: boolean;
  /** Not a page of this shop: its path answers like an unknown one. */
  isOff?: boolean;
  /** Other paths that the same code serves. */
  matches?: (path: string) => boolean;
};

/** The route of all product pages, each with its own paths. */
export const PRODUCT_ROUTE = '/product/_';

/** The route of all policies. Each has its own path and document; the document's content says which one it is. */
export const POLICY_ROUTE = '/policies/_';

/** The routes of the list of stories, and of all stories. */
export const STORIES_ROUTE = '/stories/_all';
export const STORY_ROUTE = '/stories/_';

/** The six public routes (docs/specification.md#pages), and pages that are only reached by a link. */
export const routes: readonly SiteRoute[] = [
  {
    path: '/',
    page: lazyImport(() => import('./pages/home.tsx')),
  },
  {
    path: '/about',
    page: lazyImport(() => import('./pages/about.tsx')),
  },
  {
    path: '/product',
    page: lazyImport(() => import('./pages/product.tsx')),
  },
  {
    path: '/product/_',
    matches: (path) => productAt(path) !== null,
    page: lazyImport(() => import('./pages/product-detail.tsx')),
  },
  {
    path: '/shop',
    page: lazyImport(() => import('./pages/shop.tsx')),
  },
  {
    path: '/wholesale',
    page: lazyImport(() => import('./pages/wholesale.tsx')),
    isOff: !sections.wholesale,
  },
  {
    path: '/contact',
    page: lazyImport(() => import('./pages/contact.tsx')),
  },
  {
    path: '/policies/_',
    page: lazyImport(() => import('./pages/policy.tsx')),
  },
  {
    path: '/stories/_all',
    page: lazyImport(() => import('./pages/stories.tsx')),
  },
  {
    path: '/stories/_',
    page: lazyImport(() => import('./pages/story.tsx')),
  },
  {
    path: '/sandbox-payment',
    page: lazyImport(() => import('./pages/sandbox-payment.tsx')),
    isPrivate: true,
  },
  {
    path: '/order/_',
    matches: (path) => /^\/order\/[^/]+$/.test(path),
    page: lazyImport(() => import('./pages/order.tsx')),
    isPrivate: true,
  },
];

/** Shown for every other path; it never shows the path, because one document serves them all. */
export const notFoundRoute: SiteRoute = {
  path: '/404',
  page: lazyImport(() => import('./pages/not-found.tsx')),
  isPrivate: true,
};

/** Shown for a product that is no longer sold; again one document for all of them. */
export const goneRoute: SiteRoute = {
  path: '/410',
  page: lazyImport(() => import('./pages/gone.tsx')),
  isPrivate: true,
};

let unserved: { path: string; route: SiteRoute } | undefined;

/**
 * Notes that the server does not serve this path, such as that of an unused sandbox. The document then belongs to
 * another route, which stays in view.
 */
export function noteUnserved(path: string, route: SiteRoute): void {
  unserved = { path, route };
}

export function findRoute(path: string): SiteRoute {
  if (path === unserved?.path) return unserved.route;
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path;
  const at = ownPage(clean)?.route ?? clean;
  const found = routes.find((route) => !route.isOff && (route.path === at || route.matches?.(clean)));
  // The document for removed products has a path of its own, to which nothing links.
  return found ?? (path === goneRoute.path ? goneRoute : notFoundRoute);
}
