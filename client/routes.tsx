import { sections } from '#brand/sections.ts';
import { type LazyImport, lazyImport } from './lib/lazy/lazy-import.ts';
import type { Page } from './lib/page.ts';

export type SiteRoute = {
  path: string;
  page: LazyImport<Page>;
  /** Excluded from search engines and from the sitemap. */
  isPrivate?: boolean;
  /** Not a page of this shop: its path answers as an unknown one. */
  isOff?: boolean;
  /** Other paths that the same document serves. */
  pattern?: RegExp;
};

/** The six public routes (docs/specification.md#pages), and the pages that only a link leads to. */
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
    path: '/sandbox-payment',
    page: lazyImport(() => import('./pages/sandbox-payment.tsx')),
    isPrivate: true,
  },
  {
    path: '/order/_',
    pattern: /^\/order\/[^/]+$/,
    page: lazyImport(() => import('./pages/order.tsx')),
    isPrivate: true,
  },
];

/** Shown for every other path; it renders nothing of the path, since one document serves them all. */
export const notFoundRoute: SiteRoute = {
  path: '/404',
  page: lazyImport(() => import('./pages/not-found.tsx')),
  isPrivate: true,
};

let missingPath: string | undefined;

/**
 * The server has no page at this path, such as that of a sandbox that is not in use: its document is the 404 page, and
 * stays it.
 */
export function noteMissing(path: string): void {
  missingPath = path;
}

export function findRoute(path: string): SiteRoute {
  if (path === missingPath) return notFoundRoute;
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path;
  return routes.find((route) => !route.isOff && (route.path === clean || route.pattern?.test(clean))) ?? notFoundRoute;
}
