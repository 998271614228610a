import { useEffect, useState } from 'react';

/** True once the page is scrolled by more than `thresholdPx` pixels. */
export function useScrolled(thresholdPx: number): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(scrollY > thresholdPx);
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [thresholdPx]);
  return isScrolled;
}
