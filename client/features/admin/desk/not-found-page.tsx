import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact.svg?url';
import lightLogo from '#brand/images/logo-compact-light.svg?url';
import * as m from '#messages';
import { DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** Every path under /admin that is not a screen (docs/specification.md#admin). */
export default function AdminNotFoundPage({ toggle }: { toggle: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center bg-tint px-gutter py-10">
      <div className="w-full max-w-md overflow-hidden rounded-card bg-white shadow-lift">
        <div aria-hidden="true" className="tiles h-14" />
        <div className="p-7 sm:p-10">
          <div className="flex items-center justify-between gap-4">
            <picture>
              <source srcSet={lightLogo} media="(prefers-color-scheme: dark)" />
              <img src={logo} alt={facts.name} width="927" height="160" className="h-8 w-auto min-w-0" />
            </picture>
            {toggle}
          </div>
          <h1 className="mt-6 text-h2">{m.admin_title_not_found()}</h1>
          <p className="mt-2 text-ink-soft">{m.admin_not_found_text()}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link href={DASHBOARD_PATH} className={buttonClass({ size: 'small' })}>
              {m.admin_not_found_dashboard()}
            </Link>
            <a href="/" className={buttonClass({ size: 'small', variant: 'quiet' })}>
              {m.admin_login_site()}
            </a>
          </div>
        </div>
      </div>
    </main>
  );
}
