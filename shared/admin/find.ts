import * as z from 'zod/mini';
import { CODE_KINDS } from '#shared/checkout/codes.ts';
import { POLICY_KINDS } from '#shared/content/policy-page.ts';
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

const localized = z.object(forEachLanguage(() => z.string()));

/** The best few matches of each kind; the order whose number was typed is first. Money is two-decimal text, times are ISO 8601. */
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
      name: localized,
      size: localized,
      gtin: z.string(),
    }),
  ),
  inquiries: z.array(
    z.object({ id: z.string(), businessName: z.string(), contactName: z.string(), location: z.string() }),
  ),
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      addresses: z.array(z.object({ city: z.string(), state: z.string() })),
    }),
  ),
  customers: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), net: z.string() })),
  stores: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })),
  codes: z.array(z.object({ id: z.string(), code: z.string(), kind: z.enum(CODE_KINDS), value: z.int() })),
  emails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      status: z.enum(EMAIL_STATUSES),
      createdAt: z.string(),
    }),
  ),
  policies: z.array(z.object({ kind: z.enum(POLICY_KINDS) })),
  stories: z.array(z.object({ id: z.string(), title: localized })),
  /** Questions of the owner's list; they share one form. */
  questions: z.array(z.object({ question: localized })),
  /** Sentences of the site, with the facts filled in. */
  texts: z.array(z.object({ key: z.string(), text: localized })),
  /** Chapters of the owner's guide. */
  guide: z.array(z.object({ id: z.string(), title: localized })),
});
export type Found = z.output<typeof foundSchema>;
