import { useState } from 'react';
import * as m from '#messages';
import type { Passkey } from '#shared/admin/account.ts';
import { MAX_PASSKEY_NAME } from '#shared/admin/staff.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { RenameDialog } from '../kit/form/rename-dialog.tsx';
import { formatDay, formatMoment } from '../kit/format.ts';
import { removePasskey, renamePasskey } from './api.ts';

type Props = {
  passkey: Passkey;
  /** The shop's present host, where alone its passkeys work. */
  here: string | null;
};

export function PasskeyRow({ passkey, here }: Props) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const name = passkey.name || m.admin_passkeys_unnamed();
  const close = () => setOpen(null);
  const remove = useAction({
    call: () => removePasskey(passkey),
    done: () => toast({ title: m.admin_passkeys_removed() }),
    failed: (error) => toastFailed(m.admin_passkeys_failed(), error),
    refresh: [adminKeys.passkeys],
  });
  const rename = useAction({
    call: (next: string) => renamePasskey(passkey, next),
    done: () => {
      toast({ title: m.admin_passkeys_renamed() });
      close();
    },
    refresh: [adminKeys.passkeys],
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border-2 border-line bg-white px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold text-ink [overflow-wrap:anywhere]">{name}</p>
        <p className="mt-1 text-ink-soft">{factsOf(passkey).join(' · ')}</p>
        {here !== null && passkey.host !== here && (
          <p className="mt-2 font-semibold text-brand [overflow-wrap:anywhere]">
            {m.admin_passkeys_elsewhere({ host: passkey.host, here })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          variant="quiet"
          aria-label={m.admin_passkeys_rename_label({ name })}
          onClick={() => setOpen('rename')}
        >
          {m.admin_passkeys_rename()}
        </Button>
        <Button
          size="small"
          variant="danger"
          isPending={remove.isPending}
          aria-label={m.admin_passkeys_remove_label({ name })}
          onClick={() => setOpen('remove')}
        >
          {m.admin_passkeys_remove()}
        </Button>
      </div>
      {open === 'rename' && (
        <RenameDialog
          title={m.admin_passkeys_rename_title()}
          label={m.admin_passkeys_name()}
          press={m.admin_account_save()}
          name={passkey.name}
          maxLength={MAX_PASSKEY_NAME}
          rename={rename}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={m.admin_passkeys_remove_ask({ name })}
          text={m.admin_passkeys_remove_text()}
          confirm={m.admin_passkeys_remove()}
          onConfirm={() => {
            close();
            remove.mutate(undefined);
          }}
          onClose={close}
        />
      )}
    </li>
  );
}

const factsOf = ({ createdAt, lastUsedAt, isBackedUp }: Passkey): string[] => [
  m.admin_passkeys_since({ when: formatDay(createdAt) }),
  lastUsedAt ? m.admin_passkeys_used({ when: formatMoment(lastUsedAt) }) : m.admin_passkeys_unused(),
  ...(isBackedUp ? [m.admin_passkeys_synced()] : []),
];
