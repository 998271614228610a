import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';
import { landOnAnchor } from './lib/anchor.ts';
import { preloadIslands } from './lib/lazy/static-island.tsx';
import { findRoute } from './routes.tsx';

/** Fetches the next page's code before leaving this one, then changes with a soft transition where motion is welcome. */
export const navigateSmoothly: AroundNavHandler = (navigate, to, options) => {
  const path = new URL(to, location.href).pathname;
  const go = () => {
    // At once, so that the place a hash names is there to go to.
    flushSync(() => navigate(to, options));
    if (!to.includes('#')) return scrollTo({ top: 0, behavior: 'instant' });
    const place = landOnAnchor();
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  findRoute(path)
    .page.load()
    .then(preloadIslands)
    .then(
      () => {
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (isStill || !document.startViewTransition) return go();
        document.startViewTransition(go);
      },
      // The code did not arrive: let the browser fetch the page itself.
      () => location.assign(to),
    );
};
