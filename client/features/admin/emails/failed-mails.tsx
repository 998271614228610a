import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { EmailSummary } from '#shared/emails/outbox.ts';
import { adminKeys } from '../keys.ts';
import { formatMoment } from '../kit/format.ts';
import { pagedRead, useRows } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';
import { TodayList } from '../kit/list/today-list.tsx';
import { SendButton } from './mail-buttons.tsx';

/** Failed mails with their errors, to be sent again. */
export default function FailedMails() {
  const read = pagedRead(useRows<EmailSummary>(adminKeys.emails, { q: '', status: 'failed', sort: '' }));
  return (
    <RowStates read={{ ...read, more: undefined }}>
      {(rows) => (
        <TodayList
          rows={rows}
          all={`${ADMIN_SCREEN_PATHS.emails}?status=failed`}
          row={(mail) => ({
            path: `${ADMIN_SCREEN_PATHS.emails}/${mail.id}`,
            title: mail.subject,
            facts: [mail.to, formatMoment(mail.createdAt), mail.lastError].filter(Boolean).join(' · '),
            action: <SendButton mail={mail} name={mail.subject} />,
          })}
        />
      )}
    </RowStates>
  );
}
