import { useEffect, useRef } from 'react';

/** A step's heading; it gets the focus when the step opens, so that keyboard and screen reader start there. */
export function StepHeading({ as: Element = 'h2', children }: { as?: 'h1' | 'h2'; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Element
      ref={heading}
      tabIndex={-1}
      className={`outline-none ${Element === 'h1' ? 'text-h2 max-sm:text-[1.7rem]' : 'text-[1.65rem] leading-tight'}`}
    >
      {children}
    </Element>
  );
}
