import { type RefObject, useEffect } from 'react';

/** Distance of the parallax, as a fraction of the picture's height; the same as `drift` in styles.css. */
const DRIFT_PERCENT = 9;

/**
 * The parallax of the picture inside, by script, for browsers without scroll-driven animations. Off with reduced
 * motion.
 */
export function useParallax(around: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (CSS.supports('animation-timeline: view()') || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    const move = () => {
      frame = 0;
      const part = Math.min(scrollY / innerHeight, 1);
      const picture = around.current?.querySelector<HTMLElement>('.parallax');
      if (picture) picture.style.transform = `translateY(${part * DRIFT_PERCENT}%)`;
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(move);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [around]);
}
