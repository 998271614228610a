import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';
import { formatDay } from '../format.ts';
import { adminKeys } from '../keys.ts';
import { inquiryStatusLabels } from '../labels.ts';
import { pagedRead, useRows } from '../rows.ts';
import { StatusSelect } from '../status.tsx';
import { RowStates } from '../table-frame.tsx';
import { TodayList } from '../today-list.tsx';
import { useInquiryStatus } from './api.ts';
import { isLate } from './late.ts';

/** Inquiries that have waited for over 48 hours, the longest wait first. */
export default function LateInquiries() {
  const read = pagedRead(useRows<Inquiry>(adminKeys.wholesalers, { q: '', status: 'pending', sort: 'oldest' }));
  const status = useInquiryStatus();
  return (
    <RowStates read={{ ...read, more: undefined, rows: read.rows?.filter((row) => isLate(row)) }}>
      {(rows) => (
        <TodayList
          rows={rows}
          all={`${ADMIN_SCREEN_PATHS.wholesale}?status=pending&sort=oldest`}
          row={(inquiry) => ({
            path: `${ADMIN_SCREEN_PATHS.wholesale}/${inquiry.id}`,
            title: inquiry.businessName,
            facts: `${inquiry.contactName} · ${formatDay(inquiry.createdAt)}`,
            action: (
              <>
                <a
                  className="link"
                  href={`mailto:${encodeURIComponent(inquiry.email).replace('%40', '@')}?subject=${encodeURIComponent(
                    m.admin_inquiry_mail_subject(
                      { business: inquiry.businessName },
                      { locale: inquiry.preferredLanguage },
                    ),
                  )}`}
                >
                  {m.admin_inquiry_email()}
                </a>
                <StatusSelect
                  status={inquiry.status}
                  labels={inquiryStatusLabels}
                  name={inquiry.businessName}
                  onChange={(next) => status.mutate({ id: inquiry.id, status: next, from: inquiry })}
                />
              </>
            ),
          })}
        />
      )}
    </RowStates>
  );
}
