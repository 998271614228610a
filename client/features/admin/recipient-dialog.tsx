import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { recipientInputSchema } from '#shared/emails.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';
import { Dialog } from './dialog.tsx';
import { issueText } from './issue-text.ts';
import { type SendableMail, useSendMail } from './mail-actions.ts';

/** Corrects the recipient of a mail, and sends it there at once. */
export default function RecipientDialog({ mail, onClose }: { mail: SendableMail; onClose: () => void }) {
  const send = useSendMail();
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(recipientInputSchema),
    defaultValues: { to: mail.to },
  });
  const typed = watch('to').trim();
  return (
    <Dialog
      title={m.admin_recipient_title()}
      description={m.admin_recipient_text({ subject: mail.subject, to: mail.to })}
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={handleSubmit(({ to }) => send.mutate({ mail, to }, { onSuccess: onClose }))}
      >
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
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" size="small" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
          <Button
            type="submit"
            size="small"
            isBusy={send.isPending}
            disabled={send.isPending || typed === '' || typed === mail.to}
          >
            {m.admin_mail_send()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
