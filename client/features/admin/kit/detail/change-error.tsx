import * as m from '#messages';
import { textOfError } from '../../../../lib/api-client.ts';
import { currentOf } from '../stale.ts';

/** Shown below a control whose change was refused and reverted. */
export function ChangeError({ error }: { error: unknown }) {
  return <Failure error={error} text={m.admin_update_failed} />;
}

/** Shown in a form whose save failed; a conflict is shown by `ConflictNotice`. */
export function SaveError({ error }: { error: unknown }) {
  return currentOf(error) ? null : <Failure error={error} text={m.admin_save_failed} />;
}

function Failure({ error, text }: { error: unknown; text: (values: { reason: string }) => string }) {
  if (!error) return null;
  return (
    <p role="alert" className="mt-1.5 text-sm font-semibold text-brand">
      {text({ reason: textOfError(error, m.admin_update_failed_reason()) })}
    </p>
  );
}
