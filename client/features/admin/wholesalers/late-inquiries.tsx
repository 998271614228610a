import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';
import { adminKeys } from '../keys.ts';
import { formatDay } from '../kit/format.ts';
import { pagedRead, useRows } from '../kit/list/rows.ts';
import { TodayList } from '../kit/list/today-list.tsx';
import { useInquiryStatus } from './api.ts';
import { answerHref, InquiryStatusSelect } from './inquiry-parts.tsx';
import { isLate } from './late.ts';

/** Inquiries that have waited for over 48 hours, the longest wait first. */
export default function LateInquiries() {
  const read = pagedRead(useRows<Inquiry>(adminKeys.wholesalers, { q: '', status: 'pending', sort: 'oldest' }));
  const status = useInquiryStatus();
  return (
    <TodayList
      read={{ ...read, rows: read.rows?.filter((row) => isLate(row)) }}
      all={adminPath('wholesale', { status: 'pending', sort: 'oldest' })}
      row={(inquiry) => ({
        path: adminPath('wholesale', { open: inquiry.id }),
        title: inquiry.businessName,
        facts: [inquiry.contactName, formatDay(inquiry.createdAt)],
        action: (
          <>
            <a className="link" href={answerHref(inquiry)}>
              {m.admin_inquiry_email()}
            </a>
            <InquiryStatusSelect
              inquiry={inquiry}
              onStatus={(next) => status.mutate({ id: inquiry.id, status: next, from: inquiry })}
            />
          </>
        ),
      })}
    />
  );
}
