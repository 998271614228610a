import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';
import { landOnAnchor } from './lib/anchor.ts';
import { preloadIslands } from './lib/lazy/static-island.tsx';
import { findRoute, notFoundRoute } from './routes.tsx';

/** Loads the next page's code, then leaves this page with a view transition, unless motion is reduced. */
export const navigateSmoothly: AroundNavHandler = (navigate, to, options) => {
  const path = new URL(to, location.href).pathname;
  const go = () => {
    // Synchronously, so that the element of the url's hash exists.
    flushSync(() => navigate(to, options));
    if (!to.includes('#')) return scrollTo({ top: 0, behavior: 'instant' });
    const place = landOnAnchor();
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const route = findRoute(path);
  // Unknown to this document. It may be a product published since, which the server knows.
  if (route === notFoundRoute) return location.assign(to);
  route.page
    .load()
    .then(preloadIslands)
    .then(
      () => {
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (isStill || !document.startViewTransition) return go();
        // Another press skips this transition, but the page has changed anyway.
        document.startViewTransition(go).ready.catch(() => {});
      },
      // The import failed: let the browser load the page itself.
      () => location.assign(to),
    );
};

/** Follows a plain link of the site without a new document. Links in static islands have no code of their own. */
export function followLink(event: MouseEvent, navigate: (to: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href?.startsWith('/') || href.includes('?') || link.target || event.isDefaultPrevented()) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(href);
}
