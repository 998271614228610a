import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';
import { MAX_SEARCH_LENGTH } from '#shared/core/list-limits.ts';
import { EMAIL_STATUSES } from '#shared/emails/outbox.ts';

/** Shorter searches match too much to be useful. */
export const MIN_FIND_LENGTH = 2;

/** GET /api/admin/find?q=: the owner's search text. */
export const findQuerySchema = z.object({
  q: z.pipe(
    z.string('required').check(z.maxLength(MAX_SEARCH_LENGTH, 'too_long')),
    z.transform((q: string) => q.trim()),
  ),
});

/** The best few matches of each kind, newest first, but first the order whose number was typed. Money is two-decimal text, times are ISO 8601. */
export const foundSchema = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      number: z.int(),
      customerName: z.string(),
      /** The gift's recipient, if it is not the customer. */
      recipientName: z.nullable(z.string()),
      city: z.string(),
      state: z.string(),
      status: z.string(),
      totalAmount: z.string(),
      createdAt: z.string(),
    }),
  ),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.object(forEachLanguage(() => z.string())),
      size: z.object(forEachLanguage(() => z.string())),
      gtin: z.string(),
    }),
  ),
  inquiries: z.array(
    z.object({ id: z.string(), businessName: z.string(), contactName: z.string(), location: z.string() }),
  ),
  stores: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })),
  emails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      status: z.enum(EMAIL_STATUSES),
      createdAt: z.string(),
    }),
  ),
});
export type Found = z.output<typeof foundSchema>;
