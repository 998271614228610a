import { useState } from 'react';
import * as m from '#messages';
import type { EmailSummary } from '#shared/emails/outbox.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { formatMoment } from '../kit/format.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { type SendableMail, useSendMail } from './mail-actions.ts';

const RecipientDialog = lazyDialog(() => import('./recipient-dialog.tsx'));

type Props = {
  mail: SendableMail & Pick<EmailSummary, 'status'>;
  /** The mail's name, for the button's accessible name. */
  name: string;
};

/**
 * Sends one mail: the first time at once, again only after the owner has confirmed. A withdrawn mail cannot be sent.
 */
export function SendButton({ mail, name }: Props) {
  const send = useSendMail();
  const [isAsking, setIsAsking] = useState(false);
  if (mail.status === 'withdrawn') return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className="whitespace-nowrap"
        aria-label={(mail.sentAt === null ? m.admin_mail_send_of : m.admin_mail_again_of)({ name })}
        isPending={send.isPending}
        onClick={() => (mail.sentAt === null ? send.mutate(mail) : setIsAsking(true))}
      >
        {mail.sentAt === null ? m.admin_mail_send() : m.admin_mail_again()}
      </Button>
      {isAsking && mail.sentAt !== null && (
        <ConfirmDialog
          title={m.admin_mail_again_ask({ to: mail.to })}
          text={m.admin_mail_again_ask_text({ subject: mail.subject, when: formatMoment(mail.sentAt) })}
          confirm={m.admin_mail_again()}
          onConfirm={() => {
            setIsAsking(false);
            send.mutate(mail);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The recipient with earlier ones, and a button to correct it. */
export function Recipient({ mail, name }: Props) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  return (
    <>
      <span className="[overflow-wrap:anywhere]">{mail.to}</span>
      {mail.status !== 'withdrawn' && (
        <>
          {' '}
          <TextButton
            className="-my-2.5"
            label={m.admin_recipient_correct_of({ name })}
            onClick={() => setIsCorrecting(true)}
          >
            {m.admin_recipient_correct()}
          </TextButton>
        </>
      )}
      {mail.previousTo.length > 0 && (
        <span className="block text-[0.92rem] text-ink-soft [overflow-wrap:anywhere]">
          {m.admin_recipient_before({ to: mail.previousTo.join(', ') })}
        </span>
      )}
      {isCorrecting && <RecipientDialog mail={mail} onClose={() => setIsCorrecting(false)} />}
    </>
  );
}
