import { Link } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';

/** Explains the state "Stored" of a mail, with a link to the setup. */
export function StoredHint({ className = '' }: { className?: string }) {
  return (
    <p className={`text-[0.92rem] ${className}`}>
      {m.admin_mail_stored_hint()}{' '}
      <Link className="link" href={ADMIN_SCREEN_PATHS.settings}>
        {m.admin_setup_heading()}
      </Link>
      .
    </p>
  );
}
