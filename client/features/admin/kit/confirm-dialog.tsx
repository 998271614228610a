import type { ReactNode } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Label of the button while the action runs. */
  pending?: string;
  isPending?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** Below the text, such as a list of what is lost. */
  children?: ReactNode;
};

/** Asks before a destructive action; the safe answer has the focus. */
export function ConfirmDialog(props: Props) {
  const { title, text, confirm, pending, isPending = false, cancel, onConfirm, onClose, children } = props;
  return (
    <Dialog kind="alert" title={title} description={text} onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onClose} data-autofocus>
          {cancel ?? m.admin_cancel()}
        </Button>
        <Button size="small" variant="danger" isPending={isPending} onClick={onConfirm}>
          {isPending && pending ? pending : confirm}
        </Button>
      </div>
    </Dialog>
  );
}
