import * as m from '#messages';
import type { Invitation } from '#shared/admin/helpers.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../kit/detail/copy-button.tsx';
import { Dialog } from '../kit/dialog.tsx';

/** The link, which is shown this once. */
export function LinkDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { helper, link, isMailed } = invitation;
  const { name, email } = helper;
  return (
    <Dialog title={m.admin_helpers_link_title({ name })} onClose={onClose}>
      <p className="mt-4">{isMailed ? m.admin_helpers_link_mailed({ email }) : m.admin_helpers_link_send({ name })}</p>
      <p className="mt-4 rounded-field bg-tint px-4 py-3 font-mono text-[0.88rem] break-all select-all">{link}</p>
      <div className="mt-2">
        <CopyButton text={link} label={m.admin_helpers_link_copy()} />
      </div>
      <p className="mt-3 text-ink-soft">{m.admin_helpers_link_once()}</p>
      <div className="mt-6 flex justify-end">
        <Button size="small" onClick={onClose}>
          {m.admin_helpers_link_done()}
        </Button>
      </div>
    </Dialog>
  );
}
