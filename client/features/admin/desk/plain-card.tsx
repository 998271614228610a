import type { ReactNode } from 'react';
import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact.svg?url';
import lightLogo from '#brand/images/logo-compact-light.svg?url';

/** The card of a page without the desk: the login and the 404 page. */
export function PlainCard({ children }: { children: ReactNode }) {
  return (
    <div className="w-full max-w-md overflow-hidden rounded-card bg-white shadow-lift">
      <div aria-hidden="true" className="tiles h-14" />
      <div className="p-7 sm:p-10">{children}</div>
    </div>
  );
}

export function CompactLogo({ className }: { className: string }) {
  return (
    <picture>
      <source srcSet={lightLogo} media="(prefers-color-scheme: dark)" />
      <img src={logo} alt={facts.name} width="927" height="160" className={className} />
    </picture>
  );
}
