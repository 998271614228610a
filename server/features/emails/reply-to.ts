import type { Config } from '#server/config.ts';
import { isErased } from '#shared/checkout/person.ts';
import { isToOwner } from './outbox.ts';
import type { EmailRow } from './repository.ts';

/** The mailbox of an order's buyer or of an inquirer, by the record's id; `null` when the record is gone. */
type FindMailbox = (id: string) => Promise<string | null>;
export type ReplyDeps = { config: Pick<Config, 'ownerEmail'>; findBuyer: FindMailbox; findInquirer: FindMailbox };

/**
 * Where the reply to a mail goes: a customer's to the owner, and the owner's to the customer or inquirer whom the mail is
 * about. `null` when it is about nobody, such as a failed backup.
 */
export async function replyToOf(
  { templateKey, orderId, inquiryId }: Pick<EmailRow, 'templateKey' | 'orderId' | 'inquiryId'>,
  { config, findBuyer, findInquirer }: ReplyDeps,
): Promise<string | null> {
  if (!isToOwner(templateKey)) return config.ownerEmail;
  const mailbox = orderId ? await findBuyer(orderId) : inquiryId ? await findInquirer(inquiryId) : null;
  return mailbox !== null && !isErased(mailbox) ? mailbox : null;
}
