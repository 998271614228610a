import * as z from 'zod/mini';
import { mailboxField } from '#shared/core/fields.ts';

/**
 * POST /api/admin/people/find and /export: one person by mail address, in any spelling of the mailbox. It is in the
 * body, because proxies log URLs.
 */
export const personInputSchema = z.object({ person: mailboxField });

/** POST /api/admin/people/erase: `confirm` repeats the address. */
export const erasePersonInputSchema = z.object({ person: mailboxField, confirm: mailboxField });
export type ErasePersonInput = z.output<typeof erasePersonInputSchema>;

/** What must be finished before a person can be erased. */
export type OpenWork = 'to_ship' | 'parcel' | 'refund' | 'dispute' | 'owed' | 'account' | 'payment' | 'money';

/** Numbers of a person's records. `checkouts` are unpaid ones. */
const personCounts = {
  orders: z.int(),
  checkouts: z.int(),
  inquiries: z.int(),
  /** Accounts in which the person is named. */
  accounts: z.int(),
  mails: z.int(),
  codes: z.int(),
};

/**
 * What the shop holds about a person. `spellings` are the addresses found; `open` says in the reader's language what
 * must be finished before the person can be erased.
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

/** What was erased: orders were pseudonymized, the rest was deleted. */
export const erasedSchema = z.object(personCounts);
export type Erased = z.output<typeof erasedSchema>;
