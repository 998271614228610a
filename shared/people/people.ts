import * as z from 'zod/mini';
import { mailboxField } from '#shared/core/fields.ts';

/**
 * POST /api/admin/people/find and /export: one person by mail address, under all spellings of the mailbox. In the body,
 * since addresses of calls are logged by proxies.
 */
export const personInputSchema = z.object({ person: mailboxField });

/** POST /api/admin/people/erase: the address once more. */
export const erasePersonInputSchema = z.object({ person: mailboxField, confirm: mailboxField });
export type ErasePersonInput = z.output<typeof erasePersonInputSchema>;

/** Why a person cannot be erased yet. */
export type OpenWork = 'to_ship' | 'parcel' | 'refund' | 'dispute' | 'payment' | 'money';

/** How much there is of a person. `checkouts` are those that nobody has paid. */
const personCounts = {
  orders: z.int(),
  checkouts: z.int(),
  inquiries: z.int(),
  mails: z.int(),
  codes: z.int(),
};

/**
 * What the shop holds about a person. `spellings` are the addresses under which it was found; `open` says in the reader's
 * language what has to be finished before the person can be erased.
 */
export const personSchema = z.object({
  ...personCounts,
  spellings: z.array(z.string()),
  orderList: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      createdAt: z.string(),
      status: z.string(),
      totalAmount: z.string(),
    }),
  ),
  open: z.array(z.string()),
});
export type Person = z.output<typeof personSchema>;

/** What was erased: orders became pseudonymous, the rest was deleted. */
export const erasedSchema = z.object(personCounts);
export type Erased = z.output<typeof erasedSchema>;
