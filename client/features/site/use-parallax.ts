import { type RefObject, useEffect } from 'react';

/** Distance of the parallax, as a fraction of the picture's height; the same as `drift` in styles.css. */
const DRIFT_PERCENT = 9;

/** The same parallax by script, for browsers without scroll-driven animations. Off with reduced motion. */
export function useParallax(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (CSS.supports('animation-timeline: view()') || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    const move = () => {
      frame = 0;
      const part = Math.min(scrollY / innerHeight, 1);
      if (element.current) element.current.style.transform = `translateY(${part * DRIFT_PERCENT}%)`;
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(move);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [element]);
}
