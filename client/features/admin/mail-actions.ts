import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { EmailSummary } from '#shared/emails.ts';
import { callApi, textOfError } from '../../lib/api-client.ts';
import { toast } from '../../ui/toast.ts';
import { adminKeys } from './keys.ts';

export type SendableMail = Pick<EmailSummary, 'id' | 'subject' | 'to' | 'sentAt'>;

/** Queues a mail of the outbox, for another mailbox if `to` is given; refreshes the outbox and its order. */
export function useSendMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ mail, to }: { mail: SendableMail; to?: string }) => {
      const path = `${adminKeys.emails[0]}/${mail.id}`;
      return to === undefined
        ? callApi(`${path}/send`, { method: 'POST' })
        : callApi(`${path}/recipient`, { method: 'POST', payload: { to } });
    },
    onSuccess: (_answer, { mail, to }) => {
      toast({ title: m.admin_mail_again_title(), description: nextText(mail, to) });
      return Promise.all([
        client.invalidateQueries({ queryKey: adminKeys.emails }),
        client.invalidateQueries({ queryKey: adminKeys.orders }),
        client.invalidateQueries({ queryKey: adminKeys.today }),
      ]);
    },
    onError: (error) =>
      toast({ title: m.admin_mail_again_failed(), description: textOfError(error, ''), variant: 'destructive' }),
  });
}

function nextText(mail: SendableMail, to: string | undefined): string {
  if (to !== undefined) return m.admin_mail_send_to_text({ to });
  return mail.sentAt === null ? m.admin_mail_send_text() : m.admin_mail_again_text();
}
