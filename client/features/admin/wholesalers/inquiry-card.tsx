import * as m from '#messages';
import type { Inquiry, InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { formatShortDay } from '../kit/format.ts';
import { RowCard } from '../kit/list/data-table.tsx';
import { InquiryBadges, InquiryStatusSelect } from './inquiry-parts.tsx';

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
            <InquiryBadges inquiry={inquiry} />
            <span>{formatShortDay(inquiry.createdAt)}</span>
          </>
        }
        action={<InquiryStatusSelect inquiry={inquiry} onStatus={onStatus} />}
      />
      <ChangeError error={failure} />
    </>
  );
}
