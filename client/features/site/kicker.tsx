import type { ReactNode } from 'react';

/** The small line above a heading. */
export function Kicker({ className = 'text-second', children }: { className?: string; children: ReactNode }) {
  return <p className={`mb-3 text-label uppercase ${className}`}>{children}</p>;
}
