const STOPS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls to the element of the URL's hash and keeps it in position while content above it changes its height
 * (pictures, lists, another language), until the reader scrolls. Not every browser has scroll anchoring.
 *
 * @returns the element, or `null` when the page has none with that id
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
    // Neither at the same offset nor anchored by the browser, so the reader has scrolled.
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
