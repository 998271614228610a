import * as m from '#messages';
import type { Inquiry, InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { EmailText } from '../kit/detail/email-text.tsx';
import { formatDay } from '../kit/format.ts';
import type { Column } from '../kit/list/data-table.tsx';
import { OwnerOnly } from '../kit/role.tsx';
import { TextButton, TrashButton } from '../kit/row-buttons.tsx';
import { InquiryBadges, InquiryStatusSelect } from './inquiry-parts.tsx';

type Actions = {
  failure: (inquiry: Inquiry) => unknown;
  onStatus: (inquiry: Inquiry, status: InquiryStatus) => void;
  onOpen: (inquiry: Inquiry) => void;
  onDelete: (inquiry: Inquiry) => void;
};

/** The columns of docs/specification.md#admin-tables: Business, Contact, Type, Location, Date, Status, Actions. */
export function inquiryColumns({ failure, onStatus, onOpen, onDelete }: Actions): Column<Inquiry>[] {
  return [
    {
      id: 'business',
      header: m.admin_col_business(),
      sort: { ascending: 'business' },
      className: 'min-w-36',
      cell: (row) => (
        <TextButton label={m.admin_inquiry_open({ name: row.businessName })} onClick={() => onOpen(row)}>
          {row.businessName}
        </TextButton>
      ),
    },
    {
      id: 'contact',
      needsRoom: true,
      header: m.admin_col_contact(),
      className: 'min-w-44',
      cell: (row) => <ContactCell inquiry={row} />,
    },
    {
      id: 'type',
      needsRoom: true,
      header: m.admin_col_type(),
      className: 'min-w-24',
      cell: (row) => storeTypeText(row.storeType),
    },
    {
      id: 'location',
      needsRoom: true,
      header: m.admin_col_location(),
      className: 'min-w-28',
      cell: (row) => row.location,
    },
    {
      id: 'date',
      header: m.admin_col_date(),
      sort: { ascending: 'oldest', descending: 'newest' },
      className: 'whitespace-nowrap',
      cell: (row) => formatDay(row.createdAt),
    },
    {
      id: 'status',
      header: m.admin_col_status(),
      cell: (row) => (
        <span className="flex flex-col items-start gap-1.5">
          <InquiryBadges inquiry={row} />
        </span>
      ),
    },
    {
      id: 'actions',
      needsRoom: true,
      header: m.admin_col_actions(),
      cell: (row) => <ActionsCell inquiry={row} failure={failure(row)} onStatus={onStatus} onDelete={onDelete} />,
    },
  ];
}

type CellProps = { inquiry: Inquiry };

function ContactCell({ inquiry }: CellProps) {
  return (
    <>
      <span className="block font-semibold">{inquiry.contactName}</span>
      <span className="block">
        <EmailText address={inquiry.email} />
      </span>
      <span className="block">{inquiry.phone}</span>
    </>
  );
}

type ActionsProps = CellProps & Pick<Actions, 'onStatus' | 'onDelete'> & { failure: unknown };

function ActionsCell({ inquiry, failure, onStatus, onDelete }: ActionsProps) {
  return (
    <>
      <span className="flex items-center gap-1">
        <InquiryStatusSelect inquiry={inquiry} onStatus={(status) => onStatus(inquiry, status)} />
        <OwnerOnly>
          <TrashButton
            label={m.admin_delete_inquiry_of({ name: inquiry.businessName })}
            onClick={() => onDelete(inquiry)}
          />
        </OwnerOnly>
      </span>
      <ChangeError error={failure} />
    </>
  );
}
