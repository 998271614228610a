import { Link, useSearch } from 'wouter';
import * as m from '#messages';
import { screenHref } from './screens.tsx';
import { DASHBOARD_PATH } from './session.ts';

/** Explains the state "Stored" of a mail, with a link to the setup. */
export function StoredHint({ className = '' }: { className?: string }) {
  const search = useSearch();
  return (
    <p className={`text-[0.92rem] ${className}`}>
      {m.admin_mail_stored_hint()}{' '}
      <Link className="link" href={DASHBOARD_PATH + screenHref('setup', search)}>
        {m.admin_setup_heading()}
      </Link>
      .
    </p>
  );
}
