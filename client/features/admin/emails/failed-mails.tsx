import { adminPath } from '#shared/admin/paths.ts';
import type { EmailSummary } from '#shared/emails/outbox.ts';
import { adminKeys } from '../keys.ts';
import { formatMoment } from '../kit/format.ts';
import { pagedRead, useRows } from '../kit/list/rows.ts';
import { TodayList } from '../kit/list/today-list.tsx';
import { SendButton } from './mail-buttons.tsx';

/** Failed mails with their errors, to be sent again. */
export default function FailedMails() {
  return (
    <TodayList
      read={pagedRead(useRows<EmailSummary>(adminKeys.emails, { q: '', status: 'failed', sort: '' }))}
      all={adminPath('emails', { view: 'outbox', status: 'failed' })}
      row={(mail) => ({
        path: adminPath('emails', { view: 'outbox', open: mail.id }),
        title: mail.subject,
        facts: [mail.to, formatMoment(mail.createdAt), mail.lastError],
        action: <SendButton mail={mail} name={mail.subject} />,
      })}
    />
  );
}
