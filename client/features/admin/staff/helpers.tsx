import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import type { Helper, Invitation } from '#shared/admin/helpers.ts';
import { MAX_PERSON_NAME } from '#shared/admin/staff.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { RenameDialog } from '../kit/form/rename-dialog.tsx';
import { formatMoment } from '../kit/format.ts';
import { wholeRead } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { useNewLink, useRemoveHelper, useRenameHelper } from './api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

/** What is open: the form of an invitation, a new link, or a question about a helper. */
type Open = 'invite' | { link: Invitation } | { rename: Helper } | { remove: Helper } | { renew: Helper };

/** The people who help, and those who are invited. */
export default function Helpers() {
  const helpers = useQuery<Helper[]>({ queryKey: adminKeys.staff, staleTime: 0 });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="helpers" className="mt-12">
      <h2 id="helpers" className="text-h3">
        {m.admin_helpers_heading()}
      </h2>
      <p className="mt-3 max-w-[44rem]">{m.admin_helpers_intro()}</p>
      <RowStates
        read={wholeRead(helpers)}
        waiting={<Skeleton rows={1} className="h-20" />}
        empty={<p className="mt-4 text-ink-soft">{m.admin_helpers_none()}</p>}
      >
        {(rows) => (
          <ul className="mt-4 grid max-w-[52rem] gap-3">
            {rows.map((helper) => (
              <HelperRow key={helper.id} helper={helper} onOpen={setOpen} />
            ))}
          </ul>
        )}
      </RowStates>
      <Button size="small" className="mt-4" onClick={() => setOpen('invite')}>
        {m.admin_helpers_invite()}
      </Button>
      {open === 'invite' && <InviteDialog onInvited={(link) => setOpen({ link })} onClose={close} />}
      {open !== null && open !== 'invite' && <Dialogs open={open} onOpen={setOpen} onClose={close} />}
    </section>
  );
}

type DialogsProps = { open: Exclude<Open, 'invite'>; onOpen: (open: Open) => void; onClose: () => void };

function Dialogs({ open, onOpen, onClose }: DialogsProps) {
  const removal = useRemoveHelper(onClose);
  const renewal = useNewLink((link) => onOpen({ link }));
  if ('link' in open) return <LinkDialog invitation={open.link} onClose={onClose} />;
  if ('rename' in open) return <RenameHelper helper={open.rename} onClose={onClose} />;
  if ('renew' in open) {
    const { name } = open.renew;
    return (
      <ConfirmDialog
        title={m.admin_helpers_renew_title({ name })}
        text={m.admin_helpers_renew_text()}
        confirm={m.admin_helpers_renew()}
        isPending={renewal.isPending}
        onConfirm={() => renewal.mutate(open.renew)}
        onClose={onClose}
      />
    );
  }
  const { name } = open.remove;
  return (
    <ConfirmDialog
      title={m.admin_helpers_remove_title({ name })}
      text={m.admin_helpers_remove_text()}
      confirm={m.admin_helpers_remove()}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate(open.remove)}
      onClose={onClose}
    />
  );
}

function RenameHelper({ helper, onClose }: { helper: Helper; onClose: () => void }) {
  const { name } = helper;
  return (
    <RenameDialog
      title={m.admin_helpers_rename_of({ name })}
      label={m.admin_helpers_name()}
      press={m.admin_helpers_rename_press()}
      name={name}
      maxLength={MAX_PERSON_NAME}
      rename={useRenameHelper(helper, onClose)}
      onClose={onClose}
    />
  );
}

function HelperRow({ helper, onOpen }: { helper: Helper; onOpen: (open: Open) => void }) {
  const { name, email, hasPassword } = helper;
  return (
    <li className="grid items-center gap-x-6 gap-y-2 rounded-card border-2 border-line bg-white px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-bold text-ink wrap-anywhere">
          {name} {!hasPassword && <Badge tone="yellow">{m.admin_helpers_invited()}</Badge>}
        </p>
        <p className="mt-1 text-ink-soft wrap-anywhere">{email}</p>
        <p className="text-ink-soft first-letter:uppercase">{stateOf(helper)}</p>
      </div>
      <div className="flex flex-wrap gap-x-4">
        <TextButton label={m.admin_helpers_rename_of({ name })} onClick={() => onOpen({ rename: helper })}>
          {m.admin_helpers_rename()}
        </TextButton>
        <TextButton label={m.admin_helpers_renew_of({ name })} onClick={() => onOpen({ renew: helper })}>
          {m.admin_helpers_renew()}
        </TextButton>
        <TextButton label={m.admin_helpers_remove_of({ name })} onClick={() => onOpen({ remove: helper })}>
          {m.admin_helpers_remove()}
        </TextButton>
      </div>
    </li>
  );
}

function stateOf({ hasPassword, linkEndsAt, lastUsedAt }: Helper): string {
  if (linkEndsAt) return m.admin_helpers_link_until({ when: formatMoment(linkEndsAt) });
  if (!hasPassword) return m.admin_helpers_link_over();
  return lastUsedAt ? m.admin_helpers_used({ when: formatMoment(lastUsedAt) }) : m.admin_helpers_unused();
}
