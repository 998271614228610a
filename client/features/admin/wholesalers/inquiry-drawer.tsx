import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { phoneDigits, telHref } from '#shared/core/phone.ts';
import {
  type Inquiry,
  type InquiryStatus,
  inquiryNotesInputSchema,
  MAX_NOTES,
} from '#shared/wholesale/admin-wholesale.ts';
import { languageName } from '../../../lib/display-names.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { AccountStep } from '../accounts/account-step.tsx';
import { HistoryLink } from '../journal/history-link.tsx';
import type { ScreenProps } from '../kit/admin-screen.ts';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { ChangedNotice } from '../kit/detail/changed-notice.tsx';
import { Detail } from '../kit/detail/detail.tsx';
import { DrawerSection, FactsList } from '../kit/detail/facts-list.tsx';
import { NotesForm } from '../kit/form/notes-form.tsx';
import { formatMoment } from '../kit/format.ts';
import { inquiryStatusLabels } from '../kit/labels.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { OwnerOnly } from '../kit/role.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { useDraft } from '../kit/use-draft.tsx';
import { useInquiry, useInquiryNotes, useStoreOf } from './api.ts';
import { answerHref, InquiryStatusSelect } from './inquiry-parts.tsx';
import { isLate } from './late.ts';

type Props = {
  id: string;
  /** The inquiry from the list, if it is there. */
  row: Inquiry | undefined;
  /** Why the last change of its status was refused. */
  failure: unknown;
  onStatus: (inquiry: Inquiry, status: InquiryStatus) => void;
  onDelete: (inquiry: Inquiry) => void;
  onAddToMap: ScreenProps['onAddToMap'];
  onClose: () => void;
};

/** The complete detail of one inquiry, with the owner's next steps: answer, note, add to the map. */
export default function InquiryDrawer({ id, row, onClose, ...actions }: Props) {
  const read = useInquiry(id, row);
  return (
    <Detail title={read.data?.businessName ?? m.admin_inquiry_title()} onClose={onClose}>
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={3} className="h-28" />}>
          {(inquiry) => (
            <>
              <ChangedNotice id={inquiry.id} version={inquiry.version} onRead={() => void read.refetch()} />
              <InquiryBody inquiry={inquiry} {...actions} />
            </>
          )}
        </Loaded>
      </div>
    </Detail>
  );
}

type BodyProps = Omit<Props, 'id' | 'row' | 'onClose'> & { inquiry: Inquiry };

function InquiryBody({ inquiry, failure, onStatus, onDelete, onAddToMap }: BodyProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge status={inquiry.status} labels={inquiryStatusLabels} />
        {isLate(inquiry) && <Badge tone="accent">{m.admin_late_mark()}</Badge>}
        <InquiryStatusSelect inquiry={inquiry} onStatus={(status) => onStatus(inquiry, status)} />
      </div>
      <ChangeError error={failure} />
      <OwnerOnly>
        <AccountStep inquiry={inquiry} />
      </OwnerOnly>
      <DrawerSection title={m.admin_inquiry_reply()}>
        <ReplyLinks inquiry={inquiry} />
      </DrawerSection>
      <DrawerSection title={m.admin_details()}>
        <InquiryFacts inquiry={inquiry} />
      </DrawerSection>
      <DrawerSection title={m.admin_inquiry_notes()}>
        <InquiryNotes key={inquiry.id} inquiry={inquiry} />
      </DrawerSection>
      <OwnerOnly>
        <HistoryLink kind="inquiry" id={inquiry.id} />
        <div className="mt-6 flex flex-wrap justify-between gap-3">
          <StoreMapStep inquiry={inquiry} onAddToMap={onAddToMap} />
          <Button size="small" variant="danger" onClick={() => onDelete(inquiry)}>
            {m.admin_delete()}
          </Button>
        </div>
      </OwnerOnly>
    </>
  );
}

/** Adds an approved store to the map; once it is there, leads to it. */
function StoreMapStep({ inquiry, onAddToMap }: Pick<BodyProps, 'inquiry' | 'onAddToMap'>) {
  const store = useStoreOf(inquiry);
  if (store) {
    return (
      <p className="flex flex-wrap items-center gap-x-4">
        <span>{m.admin_inquiry_on_map()}</span>
        <Link href={adminPath('stores', { open: store.id })} className="text-button">
          {m.admin_inquiry_to_store()}
        </Link>
      </p>
    );
  }
  if (store === undefined || inquiry.status !== 'approved') return <span />;
  const { id, businessName, location, storeType } = inquiry;
  return (
    <Button
      size="small"
      variant="secondary"
      onClick={() => onAddToMap({ name: businessName, address: location, storeType, inquiryId: id })}
    >
      {m.admin_inquiry_to_map()}
    </Button>
  );
}

/** Ways to reply: a mail with its subject; with a phone number also WhatsApp and a call. */
function ReplyLinks({ inquiry }: { inquiry: Inquiry }) {
  const digits = phoneDigits(inquiry.phone);
  return (
    <div className="flex flex-wrap gap-3">
      <a className={buttonClass({ size: 'small' })} href={answerHref(inquiry)}>
        {m.admin_inquiry_email()}
      </a>
      {digits && (
        <>
          <a
            className={buttonClass({ size: 'small', variant: 'quiet' })}
            href={`https://wa.me/${digits}`}
            target="_blank"
            rel="noreferrer"
          >
            {m.admin_inquiry_whatsapp()}
          </a>
          <a className={buttonClass({ size: 'small', variant: 'quiet' })} href={telHref(inquiry.phone)}>
            {m.admin_inquiry_call()}
          </a>
        </>
      )}
    </div>
  );
}

function InquiryFacts({ inquiry }: { inquiry: Inquiry }) {
  return (
    <>
      <FactsList
        facts={[
          [m.admin_col_contact(), inquiry.contactName],
          [m.admin_fact_email(), inquiry.email],
          [m.admin_fact_phone(), inquiry.phone],
          [m.admin_col_type(), storeTypeText(inquiry.storeType)],
          [m.admin_col_location(), inquiry.location],
          [m.admin_inquiry_language(), languageName(inquiry.preferredLanguage)],
          [m.admin_inquiry_received(), formatMoment(inquiry.createdAt)],
        ]}
      />
      <h4 className="mt-5 text-[0.92rem] text-ink-soft">{m.admin_inquiry_message()}</h4>
      <p className="mt-1 whitespace-pre-wrap">{inquiry.message ?? m.admin_inquiry_no_message()}</p>
    </>
  );
}

const notesOf = ({ notes }: Inquiry) => ({ notes: notes ?? '' });

function InquiryNotes({ inquiry }: { inquiry: Inquiry }) {
  const save = useInquiryNotes();
  const form = useForm({
    resolver: zodResolver(inquiryNotesInputSchema),
    defaultValues: { notes: '' },
    // Notes saved on another device replace the field's text, unless it is being edited.
    values: notesOf(inquiry),
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useDraft({ key: `notes:${inquiry.id}`, form, row: inquiry, snapshotOf: notesOf });
  const onSubmit = form.handleSubmit(({ notes }) =>
    save.mutate(
      { from: inquiry, notes, save: draft.save },
      { onSuccess: (saved) => draft.take(saved, notesOf(saved)) },
    ),
  );
  return (
    <NotesForm
      label={m.admin_inquiry_notes()}
      hint={m.admin_inquiry_notes_hint()}
      rows={4}
      maxLength={MAX_NOTES}
      field={form.register('notes')}
      draft={draft}
      save={save}
      canSave={form.formState.isDirty}
      onSubmit={onSubmit}
      onTheirs={(current) => {
        draft.take(current, notesOf(current));
        save.reset();
      }}
    />
  );
}
