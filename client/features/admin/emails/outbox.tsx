import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import type { EmailDetail, EmailSummary } from '#shared/emails/outbox.ts';
import { callApi } from '../../../lib/api-client.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Detail } from '../kit/detail/detail.tsx';
import { EmailText } from '../kit/detail/email-text.tsx';
import { FactsList } from '../kit/detail/facts-list.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { formatCount, formatMoment } from '../kit/format.ts';
import { emailStatusLabels, statusFilter } from '../kit/labels.ts';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { useEvent, useStableMemo } from '../kit/list/stable.ts';
import { type ListKind, useList } from '../kit/list/use-list.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { Recipient, SendButton } from './mail-buttons.tsx';
import MailView from './mail-view.tsx';
import { StoredHint } from './stored-hint.tsx';
import { templateLabel } from './template-labels.ts';

const outboxList: ListKind = {
  key: adminKeys.emails,
  title: m.admin_outbox,
  hasHeading: true,
  filters: { status: statusFilter(emailStatusLabels) },
  empty: [m.admin_outbox_empty],
};

/** All mails, newest first, with state, tries and last error. Each can be opened and sent again. */
export default function Outbox() {
  const list = useList<EmailSummary>(outboxList);
  const { rows, opened, close } = list;
  const open = useEvent((row: EmailSummary) => list.open(row.id));
  const columns = useStableMemo(() => outboxColumns(open), [open]);
  const card = useStableMemo(() => (row: EmailSummary) => <MailCard row={row} onOpen={() => open(row)} />, [open]);
  const hasStored = rows.some((row) => row.status === 'stored');
  return (
    <>
      <ListFrame
        list={list}
        rows={rows}
        columns={columns}
        card={card}
        actions={
          <>
            <Button size="small" variant="quiet" isBusy={list.read.isReading} onClick={list.read.retry}>
              {m.admin_outbox_refresh()}
            </Button>
            {hasStored && <SendStored />}
          </>
        }
      >
        {hasStored && <StoredHint className="mb-3" />}
      </ListFrame>
      {opened && <MailDrawer id={opened} onClose={close} />}
    </>
  );
}

function MailCard({ row, onOpen }: { row: EmailSummary; onOpen: () => void }) {
  return (
    <RowCard
      title={<span className="line-clamp-2">{row.subject}</span>}
      openLabel={m.admin_outbox_open({ subject: row.subject })}
      onOpen={onOpen}
      text={[<EmailText key="to" address={row.to} />]}
      facts={
        <>
          <StatusBadge status={row.status} labels={emailStatusLabels} />
          <span>{formatMoment(row.createdAt)}</span>
        </>
      }
      action={<SendButton mail={row} name={row.subject} />}
    />
  );
}

function outboxColumns(onOpen: (row: EmailSummary) => void): Column<EmailSummary>[] {
  return [
    {
      id: 'subject',
      header: m.admin_template_subject(),
      className: 'min-w-52',
      cell: (row) => (
        <TextButton label={m.admin_outbox_open({ subject: row.subject })} onClick={() => onOpen(row)}>
          {row.subject}
        </TextButton>
      ),
    },
    { id: 'to', needsRoom: true, header: m.admin_outbox_to(), cell: (row) => <EmailText address={row.to} /> },
    {
      id: 'template',
      needsRoom: true,
      header: m.admin_outbox_template(),
      cell: (row) => <TemplateCell mail={row} />,
    },
    { id: 'status', header: m.admin_col_status(), cell: (row) => <StatusCell mail={row} /> },
    { id: 'attempts', needsRoom: true, header: m.admin_outbox_attempts(), cell: (row) => formatCount(row.attempts) },
    {
      id: 'created',
      header: m.admin_outbox_created(),
      className: 'min-w-40',
      cell: (row) => formatMoment(row.createdAt),
    },
    {
      id: 'sent',
      needsRoom: true,
      header: m.admin_outbox_sent(),
      className: 'min-w-24',
      cell: (row) => <SentCell mail={row} />,
    },
    {
      id: 'actions',
      needsRoom: true,
      header: m.admin_col_actions(),
      cell: (row) => <SendButton mail={row} name={row.subject} />,
    },
  ];
}

type CellProps = { mail: EmailSummary };

function TemplateCell({ mail }: CellProps) {
  return (
    <span className="cell-list">
      <span>{templateLabel(mail.templateKey)}</span>
      <span className="text-ink-soft">{languageName(mail.language)}</span>
    </span>
  );
}

function StatusCell({ mail }: CellProps) {
  return (
    <>
      <StatusBadge status={mail.status} labels={emailStatusLabels} />
      {mail.lastError && <span className="mt-1 block text-[0.88rem] text-brand">{mail.lastError}</span>}
    </>
  );
}

function SentCell({ mail: { sentAt } }: CellProps) {
  if (sentAt) return formatMoment(sentAt);
  return (
    <>
      <span aria-hidden="true">-</span>
      <span className="sr-only">{m.admin_dash()}</span>
    </>
  );
}

function MailDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useQuery<EmailDetail>({ queryKey: [...adminKeys.emails, id] });
  return (
    <Detail title={m.admin_outbox_mail()} onClose={onClose}>
      <div className="mt-4 rounded-card bg-white p-5 shadow-card">
        <Loaded read={read} waiting={<Skeleton rows={3} className="h-24" />}>
          {(mail) => (
            <>
              <FactsList
                facts={[
                  [m.admin_outbox_to(), <Recipient key="to" mail={mail} name={mail.subject} />],
                  [m.admin_outbox_template(), templateLabel(mail.templateKey)],
                  [m.admin_col_status(), <StatusBadge key="status" status={mail.status} labels={emailStatusLabels} />],
                  [m.admin_outbox_attempts(), formatCount(mail.attempts)],
                  mail.lastError ? [m.admin_outbox_error(), mail.lastError] : null,
                  mail.status === 'queued' ? [m.admin_outbox_next(), formatMoment(mail.nextAttemptAt)] : null,
                  [m.admin_outbox_created(), formatMoment(mail.createdAt)],
                  mail.sentAt ? [m.admin_outbox_sent(), formatMoment(mail.sentAt)] : null,
                ]}
              />
              <div className="mt-5">
                <SendButton mail={mail} name={mail.subject} />
              </div>
              <div className="mt-5">
                <MailView subject={mail.subject} html={mail.html} text={mail.text} />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Detail>
  );
}

/** Mails from before SMTP was configured wait until the owner sends them. */
function SendStored() {
  const [isAsking, setIsAsking] = useState(false);
  const send = useSendStored();
  const { data } = useQuery<{ count: number }>({ queryKey: [...adminKeys.emails, 'stored'], enabled: isAsking });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsAsking(true)}>
        {m.admin_outbox_stored()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_outbox_stored()}
          text={data ? m.admin_outbox_stored_text({ count: formatCount(data.count) }) : m.admin_loading()}
          confirm={m.admin_outbox_stored_confirm()}
          isPending={send.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() => send.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        />
      )}
    </>
  );
}

function useSendStored() {
  return useAction({
    call: () => callApi<{ queued: number }>(`${adminKeys.emails[0]}/send-stored`, { method: 'POST' }),
    done: ({ queued }) => toast({ title: m.admin_outbox_stored_done({ count: formatCount(queued) }) }),
    failed: (error) => toastFailed(m.admin_mail_again_failed(), error),
    refresh: [adminKeys.emails],
  });
}
