import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { EmailDetail, EmailSummary } from '#shared/emails/outbox.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf, type SaveFrom } from '../kit/stale.ts';

export type SendableMail = Pick<EmailSummary, 'id' | 'subject' | 'to' | 'previousTo' | 'sentAt'>;
/** The recipient of a mail; `version` counts its corrections. */
export type RecipientRow = Pick<EmailDetail, 'to'> & { version: number };

/** Queues a mail of the outbox; refreshes the outbox and the mail's order. */
export function useSendMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mail: SendableMail) => callApi(`${adminKeys.emails[0]}/${mail.id}/send`, { method: 'POST' }),
    onSuccess: (_answer, { sentAt }) =>
      tellQueued(client, sentAt === null ? m.admin_mail_send_text() : m.admin_mail_again_text()),
    onError: failToQueue,
  });
}

/** Sends a mail to another mailbox. */
export function useCorrectRecipient(mail: SendableMail, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ to, save }: { to: string; save: SaveFrom<RecipientRow> }) => {
      try {
        await save(async (version) => {
          const payload = { to, version };
          const path = `${adminKeys.emails[0]}/${mail.id}/recipient`;
          return { ...(await callApi<EmailDetail>(path, { method: 'POST', payload })), version: version + 1 };
        });
      } catch (error) {
        // Another tab has made the same correction: the mail is on its way, once.
        if (currentOf<RecipientRow>(error)?.to !== to) throw error;
      }
    },
    onSuccess: (_answer, { to }) => {
      onDone();
      return tellQueued(client, m.admin_mail_send_to_text({ to }));
    },
    onError: (error) => currentOf(error) || failToQueue(error),
  });
}

function tellQueued(client: QueryClient, description: string) {
  toast({ title: m.admin_mail_again_title(), description });
  return Promise.all([
    client.invalidateQueries({ queryKey: adminKeys.emails }),
    client.invalidateQueries({ queryKey: adminKeys.orders }),
    client.invalidateQueries({ queryKey: adminKeys.today }),
  ]);
}

const failToQueue = (error: unknown) =>
  toast({ title: m.admin_mail_again_failed(), description: textOfError(error, ''), variant: 'destructive' });
