import * as m from '#messages';
import type { Inquiry, InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { formatShortDay } from '../kit/format.ts';
import { inquiryStatusLabels } from '../kit/labels.ts';
import { RowCard } from '../kit/list/data-table.tsx';
import { StatusBadge, StatusSelect } from '../kit/status.tsx';
import { isLate } from './late.ts';

type Props = {
  inquiry: Inquiry;
  /** Why the last change of its status was refused. */
  failure: unknown;
  onStatus: (status: InquiryStatus) => void;
  onOpen: () => void;
};

/** An inquiry on a phone. Email, phone, message, notes and deletion are in its detail. */
export function InquiryCard({ inquiry, failure, onStatus, onOpen }: Props) {
  return (
    <>
      <RowCard
        title={<span className="line-clamp-2">{inquiry.businessName}</span>}
        openLabel={m.admin_inquiry_open({ name: inquiry.businessName })}
        onOpen={onOpen}
        text={[inquiry.contactName]}
        facts={
          <>
            <StatusBadge status={inquiry.status} labels={inquiryStatusLabels} />
            {isLate(inquiry) && (
              <Badge tone="accent" className="rounded-xl! whitespace-normal!">
                {m.admin_late_mark()}
              </Badge>
            )}
            <span>{formatShortDay(inquiry.createdAt)}</span>
          </>
        }
        action={
          <StatusSelect
            status={inquiry.status}
            labels={inquiryStatusLabels}
            name={inquiry.businessName}
            onChange={onStatus}
          />
        }
      />
      <ChangeError error={failure} />
    </>
  );
}
