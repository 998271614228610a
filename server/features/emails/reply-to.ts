import type { Config } from '#server/config.ts';
import { isErased } from '#shared/checkout/person.ts';
import { isToOwner } from './outbox.ts';
import type { EmailRow } from './repository.ts';

/** The mailbox of an order's buyer or of an inquirer, by the record's id; `null` when the record is gone. */
type FindMailbox = (id: string) => Promise<string | null>;
export type ReplyDeps = { config: Pick<Config, 'ownerEmail'>; findBuyer: FindMailbox; findInquirer: FindMailbox };

/**
 * The Reply-To of a mail: the owner for a customer's mail, and the customer or inquirer concerned for the owner's.
 * `null` if it concerns nobody, such as an alert of a failed backup.
 */
export async function replyToOf(
  { templateKey, orderId, inquiryId }: Pick<EmailRow, 'templateKey' | 'orderId' | 'inquiryId'>,
  { config, findBuyer, findInquirer }: ReplyDeps,
): Promise<string | null> {
  if (!isToOwner(templateKey)) return config.ownerEmail;
  const mailbox = orderId ? await findBuyer(orderId) : inquiryId ? await findInquirer(inquiryId) : null;
  return mailbox !== null && !isErased(mailbox) ? mailbox : null;
}
