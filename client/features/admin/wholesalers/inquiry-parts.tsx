import * as m from '#messages';
import type { Inquiry, InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { Badge } from '../../../ui/badge.tsx';
import { mailtoHref } from '../kit/detail/mailto.ts';
import { inquiryStatusLabels } from '../kit/labels.ts';
import { StatusBadge, StatusSelect } from '../kit/status.tsx';
import { isLate } from './late.ts';

/** The status of an inquiry, and whether its answer is late. */
export function InquiryBadges({ inquiry }: { inquiry: Inquiry }) {
  return (
    <>
      <StatusBadge status={inquiry.status} labels={inquiryStatusLabels} />
      {isLate(inquiry) && (
        <Badge tone="accent" className="rounded-xl! whitespace-normal!">
          {m.admin_late_mark()}
        </Badge>
      )}
    </>
  );
}

type SelectProps = { inquiry: Inquiry; onStatus: (status: InquiryStatus) => void };

export function InquiryStatusSelect({ inquiry: { status, businessName }, onStatus }: SelectProps) {
  return <StatusSelect status={status} labels={inquiryStatusLabels} name={businessName} onChange={onStatus} />;
}

/** The address of a mail that answers an inquiry, in its language. */
export const answerHref = ({ email, businessName: business, preferredLanguage: locale }: Inquiry): string =>
  mailtoHref(email, m.admin_inquiry_mail_subject({ business }, { locale }));
