import type { BaseDeps } from '#server/deps.ts';
import { findProducts } from '#server/features/catalogue/service.ts';
import { findEmailsTo } from '#server/features/emails/outbox.ts';
import { orderList } from '#server/features/orders/admin-service.ts';
import { findLocations } from '#server/features/stores/service.ts';
import { inquiryList } from '#server/features/wholesale/service.ts';
import { type Found, MIN_FIND_LENGTH } from '#shared/admin/find.ts';

/** Hits a kind: enough to recognise, few enough for a phone. */
const LIMIT = 5;
/** Orders that are sorted for these, where none of the newest fit. */
const MOST = 5_000;

/**
 * What the owner may mean by a few letters or digits: orders by number, name, recipient, mail, phone, address, tracking or payment;
 * products by name, id, address or barcode number; inquiries by business, person, mail, place or phone; stores by name or address; mails by recipient.
 *
 * @returns nothing for less than `MIN_FIND_LENGTH` characters
 */
export async function findAnything({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>, q: string): Promise<Found> {
  if (q.length < MIN_FIND_LENGTH) return { orders: [], products: [], inquiries: [], stores: [], emails: [] };
  const page = { q, limit: LIMIT, most: MOST };
  const [{ items: orders }, products, { items: inquiries }, stores, emails] = await Promise.all([
    orderList.getPage(db, page),
    findProducts({ db, clock }, q, LIMIT),
    inquiryList.getPage(db, page),
    findLocations({ db }, q, LIMIT),
    findEmailsTo(db, q, LIMIT),
  ]);
  return { orders, products, inquiries, stores, emails };
}
