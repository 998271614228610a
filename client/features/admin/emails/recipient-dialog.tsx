import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { recipientVersion } from '#shared/emails/outbox.ts';
import { recipientInputSchema } from '#shared/emails/recipient.ts';
import { TextField } from '../../../ui/form.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { type RecipientRow, type SendableMail, useCorrectRecipient } from './mail-actions.ts';

const recipientOf = ({ to }: RecipientRow) => ({ to });

/** Corrects the recipient of a mail, and sends it there at once. */
export default function RecipientDialog({ mail, onClose }: { mail: SendableMail; onClose: () => void }) {
  const send = useCorrectRecipient(mail, () => draft.leave());
  const form = useForm({ resolver: zodResolver(recipientInputSchema), defaultValues: { to: mail.to } });
  const { register, handleSubmit, formState, watch } = form;
  const row: RecipientRow = { to: mail.to, version: recipientVersion(mail) };
  const draft = useDraft({ key: `recipient:${mail.id}`, form, row, snapshotOf: recipientOf, onClose });
  const onSubmit = handleSubmit(({ to }) => send.mutate({ to, save: draft.save }));
  const typed = watch('to').trim();
  return (
    <Dialog
      title={m.admin_recipient_title()}
      description={m.admin_recipient_text({ subject: mail.subject, to: mail.to })}
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <TextField
          type="email"
          label={m.admin_recipient_field()}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          error={issueText(formState.errors.to?.message)}
          {...register('to')}
        />
        <ConflictNotice<RecipientRow>
          error={send.error}
          facts={({ to }) => [[m.admin_outbox_to(), to]]}
          onMine={draft.saveOver(onSubmit)}
          onTheirs={draft.leave}
        />
        <FormEnd
          error={send.error}
          onCancel={draft.leave}
          isBusy={send.isPending}
          disabled={send.isPending || typed === '' || typed === mail.to}
        >
          {m.admin_mail_send()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
