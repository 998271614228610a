import type { EmailRow } from './repository.ts';

/** What a transport needs of a mail of the outbox. */
type OutgoingMail = Pick<EmailRow, 'to' | 'language' | 'subject' | 'html' | 'text' | 'messageId'>;

/** Takes mails to the outside. `smtp-sender.ts` is the real one. */
export type MailTransport = {
  /**
   * Resolves once the other side has taken responsibility for the mail.
   *
   * @throws MailRefusedError when it never will; MailQuotaError when our own quota is used up; anything else means: not now
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** The mail was refused for good; trying again would only annoy the other side. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The server has taken as much of us as it wants for now: the mail is fine and goes again later. */
export class MailQuotaError extends Error {
  override readonly name = 'MailQuotaError';
}
