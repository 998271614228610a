import { Link } from 'wouter';
import * as m from '#messages';
import { DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** In place of a screen that a helper does not have. */
export default function OwnersScreen() {
  return (
    <div role="status" className="max-w-[44rem] py-6">
      <h2 className="text-h3">{m.admin_owners_title()}</h2>
      <p className="mt-2">{m.admin_owners_text()}</p>
      <Link href={DASHBOARD_PATH} className={`${buttonClass({ size: 'small' })} mt-5`}>
        {m.admin_not_found_dashboard()}
      </Link>
    </div>
  );
}
