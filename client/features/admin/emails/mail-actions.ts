import * as m from '#messages';
import type { EmailDetail, EmailSummary } from '#shared/emails/outbox.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { currentOf, type SaveFrom } from '../kit/stale.ts';

export type SendableMail = Pick<EmailSummary, 'id' | 'subject' | 'to' | 'previousTo' | 'sentAt'>;
/** The recipient of a mail; `version` counts its corrections. */
export type RecipientRow = Pick<EmailDetail, 'to'> & { version: number };

/** The outbox, the mail's order, and the count of failed mails. */
const refresh = [adminKeys.emails, adminKeys.orders, adminKeys.today];

/** Queues a mail of the outbox. */
export function useSendMail() {
  return useAction({
    call: (mail: SendableMail) => callApi(`${adminKeys.emails[0]}/${mail.id}/send`, { method: 'POST' }),
    done: (_answer, { sentAt }) => toastQueued(sentAt === null ? m.admin_mail_send_text() : m.admin_mail_again_text()),
    failed: toastNotQueued,
    refresh,
  });
}

/** Sends a mail to another mailbox. */
export function useCorrectRecipient(mail: SendableMail, onDone: () => void) {
  return useAction({
    call: async ({ to, save }: { to: string; save: SaveFrom<RecipientRow> }) => {
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
    done: (_answer, { to }) => {
      onDone();
      toastQueued(m.admin_mail_send_to_text({ to }));
    },
    refresh,
    isForm: true,
  });
}

const toastQueued = (description: string) => toast({ title: m.admin_mail_again_title(), description });
const toastNotQueued = (error: Error) => toastFailed(m.admin_mail_again_failed(), error);
