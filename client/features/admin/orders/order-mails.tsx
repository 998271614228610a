import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { Recipient, SendButton } from '../emails/mail-buttons.tsx';
import { StoredHint } from '../emails/stored-hint.tsx';
import { templateLabel } from '../emails/template-labels.ts';
import { formatMoment } from '../kit/format.ts';
import { emailStatusLabels } from '../kit/labels.ts';
import { StatusBadge } from '../kit/status.tsx';

/** The order's mails with their state. Each can be sent again, also to a corrected address. */
export function OrderMails({ emails }: { emails: OrderDetail['emails'] }) {
  if (emails.length === 0) return <p>{m.admin_order_mails_none()}</p>;
  return (
    <>
      {emails.some((email) => email.status === 'stored') && <StoredHint className="mb-4" />}
      <ul className="grid gap-4">
        {emails.map((email) => (
          <li
            key={email.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b pb-4 last:border-0 last:pb-0"
          >
            <div className="min-w-48 flex-1">
              <Link className="link font-semibold" href={adminPath('emails', { view: 'outbox', open: email.id })}>
                {templateLabel(email.templateKey)}
              </Link>
              <p className="text-[0.92rem]">
                <Recipient mail={email} name={templateLabel(email.templateKey)} />
              </p>
              <p className="text-[0.92rem] text-ink-soft">{formatMoment(email.sentAt ?? email.createdAt)}</p>
              {email.lastError && <p className="text-[0.92rem] text-brand">{email.lastError}</p>}
            </div>
            <StatusBadge status={email.status} labels={emailStatusLabels} />
            <SendButton mail={email} name={templateLabel(email.templateKey)} />
          </li>
        ))}
      </ul>
    </>
  );
}
