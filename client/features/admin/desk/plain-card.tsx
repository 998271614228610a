import type { ReactNode } from 'react';
import logo from '#brand/images/logo-compact.svg?url';
import lightLogo from '#brand/images/logo-compact-light.svg?url';
import { shopLogo, shopName } from '../kit/shop-look.ts';

/** The card of a page without the desk: the login and the 404 page. */
export function PlainCard({ children }: { children: ReactNode }) {
  return (
    <div className="w-full max-w-md overflow-hidden rounded-card bg-white shadow-lift">
      <div aria-hidden="true" className="tiles h-14" />
      <div className="p-7 sm:p-10">{children}</div>
    </div>
  );
}

/** The owner's logo is made for a light ground. */
const ON_WHITE = { background: '#fff', borderRadius: '0.5rem', padding: '0.25rem', maxWidth: '70%' };

export function CompactLogo({ className }: { className: string }) {
  const own = shopLogo();
  if (own) return <img {...own} alt={shopName()} className={`${className} object-contain`} style={ON_WHITE} />;
  return (
    <picture>
      <source srcSet={lightLogo} media="(prefers-color-scheme: dark)" />
      <img src={logo} alt={shopName()} width="927" height="160" className={className} />
    </picture>
  );
}
