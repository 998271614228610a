import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { preloadOnIntent } from '../lib/lazy/preload-on-intent.ts';

/** A link within the site, in running text. */
export function TextLink({
  href,
  className = 'link',
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link href={href} className={className} {...preloadOnIntent(href)}>
      {children}
    </Link>
  );
}
