const STOPS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Brings the place that the url's hash names into view and keeps it there while what stands above it changes its
 * height (pictures, lists, another language), until the reader moves. Not every browser has scroll anchoring.
 *
 * @returns the place, or `null` where the page has none of that name
 */
export function landOnAnchor(): HTMLElement | null {
  const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (!target) return null;
  const land = () => {
    target.scrollIntoView({ behavior: 'instant' });
    return { scrollY, top: target.getBoundingClientRect().top };
  };
  let landed = land();
  const observer = new ResizeObserver(() => {
    const isMoved = Math.abs(target.getBoundingClientRect().top - landed.top) > 1;
    // Neither pushed away at the same offset nor held by the browser: the reader has scrolled.
    if (isMoved && scrollY !== landed.scrollY) stop();
    else landed = land();
  });
  const stop = () => {
    observer.disconnect();
    for (const type of STOPS) removeEventListener(type, stop);
  };
  observer.observe(document.body);
  for (const type of STOPS) addEventListener(type, stop, { passive: true });
  return target;
}
