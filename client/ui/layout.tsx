import type { ComponentProps } from 'react';

/** The page's column: centred, with a gutter that depends on the window's width. */
export function Container({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`mx-auto w-full max-w-page px-gutter ${className}`} />;
}

/** One section of a page; label it with `aria-labelledby` when it has a heading. */
export function Section({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`py-section ${className}`} />;
}
