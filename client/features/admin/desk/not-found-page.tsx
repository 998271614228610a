import type { ReactNode } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CompactLogo, PlainCard } from './plain-card.tsx';

/** Every path under /admin that is not a screen (docs/specification.md#admin). */
export default function AdminNotFoundPage({ toggle }: { toggle: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center bg-tint px-gutter py-10">
      <PlainCard>
        <div className="flex items-center justify-between gap-4">
          <CompactLogo className="h-8 w-auto min-w-0" />
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
      </PlainCard>
    </main>
  );
}
