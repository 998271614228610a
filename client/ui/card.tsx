import type { ComponentProps } from 'react';

/** A white surface with rounded corners; `as` for an article or a list item. */
export function Card({
  as: Element = 'div',
  className = '',
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'article' | 'li' }) {
  return <Element {...(rest as object)} className={`rounded-card bg-white p-5 shadow-card sm:p-7 ${className}`} />;
}
