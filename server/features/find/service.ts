import type { BaseDeps } from '#server/deps.ts';
import { findEmailsTo } from '#server/features/emails/outbox.ts';
import { orderList } from '#server/features/orders/admin-service.ts';
import { findLocations } from '#server/features/stores/service.ts';
import { inquiryList } from '#server/features/wholesale/service.ts';
import { type Found, MIN_FIND_LENGTH } from '#shared/find.ts';

/** Of each kind: enough to recognise, few enough for a phone. */
const LIMIT = 5;

/**
 * What the owner may mean by a few letters or digits: orders by number, name, mail, phone, address, tracking or payment;
 * inquiries by business, person, mail, place or phone; stores by name or address; mails by recipient.
 *
 * @returns nothing for less than `MIN_FIND_LENGTH` characters
 */
export async function findAnything({ db }: Pick<BaseDeps, 'db'>, q: string): Promise<Found> {
  if (q.length < MIN_FIND_LENGTH) return { orders: [], inquiries: [], stores: [], emails: [] };
  const page = { q, limit: LIMIT };
  const [orders, inquiries, stores, emails] = await Promise.all([
    orderList.getPage(db, page),
    inquiryList.getPage(db, page),
    findLocations({ db }, q, LIMIT),
    findEmailsTo(db, q, LIMIT),
  ]);
  return { orders: orders.items, inquiries: inquiries.items, stores, emails };
}
