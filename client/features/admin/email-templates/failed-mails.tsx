import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { EmailSummary } from '#shared/emails/outbox.ts';
import { formatMoment } from '../format.ts';
import { adminKeys } from '../keys.ts';
import { SendButton } from '../mail-buttons.tsx';
import { pagedRead, useRows } from '../rows.ts';
import { RowStates } from '../table-frame.tsx';
import { TodayList } from '../today-list.tsx';

/** Mails that were given up, with why, to be sent again. */
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
