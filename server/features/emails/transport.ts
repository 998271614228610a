import type { EmailRow } from './repository.ts';

/** The fields of an outbox mail that a transport needs. */
type OutgoingMail = Pick<EmailRow, 'to' | 'language' | 'subject' | 'html' | 'text' | 'messageId'> & {
  /** One mailbox; `null` omits the header. */
  replyTo: string | null;
};

/** Sends mails. The real implementation is `smtp-sender.ts`. */
export type MailTransport = {
  /**
   * Resolves once the server has accepted responsibility for the mail.
   *
   * @throws MailRefusedError when it never will; MailQuotaError when our own quota is exhausted; any other error is
   * temporary
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** The mail was permanently refused; it is not retried. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The sending quota is exhausted: the mail itself is fine and is sent later. */
export class MailQuotaError extends Error {
  override readonly name = 'MailQuotaError';
}
