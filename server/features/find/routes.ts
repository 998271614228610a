import type { App } from '#server/deps.ts';
import { type Found, findQuerySchema, foundSchema, MIN_FIND_LENGTH } from '#shared/admin/find.ts';

/** Matches of each kind: enough to recognize the right one, few enough for a phone. */
const LIMIT = 5;
/** How many older orders are sorted if none of the newest match. */
const MOST = 5_000;
const NOTHING: Found = {
  orders: [],
  customers: [],
  products: [],
  inquiries: [],
  accounts: [],
  stores: [],
  codes: [],
  emails: [],
  policies: [],
  stories: [],
  questions: [],
  texts: [],
  guide: [],
};

type Query = { q: string; limit: number; most: number };

/**
 * GET /api/admin/find, registered behind the guard. Less than `MIN_FIND_LENGTH` characters find nothing. Orders by
 * number, name, recipient, mail, phone, address, tracking or payment. Customers by name or mail. Products by name, id,
 * address or barcode number. Inquiries by business, person, mail, place or phone. Accounts by name, address, person or
 * mail. Stores by name or address. Codes. Mails by recipient. Policies, stories, questions, sentences and chapters of
 * the guide by their words.
 */
export function addFindRoutes(app: App, find: (query: Query) => Promise<Found>): void {
  const schema = { querystring: findQuerySchema, response: { 200: foundSchema } };
  app.get('/api/admin/find', { schema }, async ({ query: { q } }) =>
    q.length < MIN_FIND_LENGTH ? NOTHING : find({ q, limit: LIMIT, most: MOST }),
  );
}
