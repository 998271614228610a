import * as m from '#messages';
import { textOfError } from '../../../../lib/api-client.ts';

/** Shown below a control whose change was refused and reverted. */
export function ChangeError({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="mt-1.5 text-sm font-semibold text-brand">
      {m.admin_update_failed({ reason: textOfError(error, m.admin_update_failed_reason()) })}
    </p>
  );
}
