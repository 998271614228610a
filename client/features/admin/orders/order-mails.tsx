import { Link } from 'wouter';
import * as m from '#messages';
import type { OrderDetail } from '#shared/admin-orders.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../format.ts';
import { useSendAgain } from '../mail-actions.ts';
import { DASHBOARD_PATH } from '../session.ts';
import { StatusBadge } from '../status.tsx';
import { StoredHint } from '../stored-hint.tsx';
import { emailStatusWords, templateLabel } from '../words.ts';

/** The order's mails with their state, each to be sent again. */
export function OrderMails({ emails }: { emails: OrderDetail['emails'] }) {
  const again = useSendAgain();
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
              <Link className="link font-semibold" href={`${DASHBOARD_PATH}?tab=emails&view=outbox&open=${email.id}`}>
                {templateLabel(email.templateKey)}
              </Link>
              <p className="text-[0.92rem] text-cafecito-soft">
                {email.to} · {formatMoment(email.sentAt ?? email.createdAt)}
              </p>
              {email.lastError && <p className="text-[0.92rem] text-guayaba">{email.lastError}</p>}
            </div>
            <StatusBadge status={email.status} words={emailStatusWords} />
            <Button
              size="small"
              variant="quiet"
              aria-label={(email.sentAt === null ? m.admin_mail_send_of : m.admin_mail_again_of)({
                name: templateLabel(email.templateKey),
              })}
              disabled={again.isPending}
              isBusy={again.isPending && again.variables === email.id}
              onClick={() => again.mutate(email.id)}
            >
              {email.sentAt === null ? m.admin_mail_send() : m.admin_mail_again()}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
