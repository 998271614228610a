import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { preloadOnIntent } from '../lib/lazy/preload-on-intent.ts';
import { type ButtonLook, buttonClass } from './button.tsx';

type Props = ButtonLook & { href: string; className?: string; children: ReactNode };

/** A link within the site that looks like a button. */
export function ButtonLink({ href, variant, size, className, children }: Props) {
  return (
    <Link href={href} className={buttonClass({ variant, size }, className)} {...preloadOnIntent(href)}>
      {children}
    </Link>
  );
}
