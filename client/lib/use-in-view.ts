import { type RefObject, useEffect, useRef, useState } from 'react';

/** True from the first time that the element comes within `margin` of the window. */
export function useInView<T extends Element>(margin = '300px'): { ref: RefObject<T | null>; isInView: boolean } {
  const ref = useRef<T>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current || isInView) return;
    // A busy browser reports several frames at once; the first may predate the element's approach.
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setInView(true),
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isInView, margin]);
  return { ref, isInView };
}
