import * as m from '#messages';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';

type Props = { onClose: () => void; onConfirm: () => void };

/** Asks before unsaved changes of a template are lost. */
export default function DiscardDialog(props: Props) {
  return (
    <ConfirmDialog
      title={m.admin_unsaved_title()}
      text={m.admin_unsaved_text()}
      confirm={m.admin_unsaved_discard()}
      cancel={m.admin_unsaved_keep()}
      {...props}
    />
  );
}
