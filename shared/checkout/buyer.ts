import * as z from 'zod/mini';
import { stateFitsZip, zipField } from '#shared/core/contact-fields.ts';
import { lineText, mailboxField, optionalLine } from '#shared/core/fields.ts';

/**
 * POST /api/orders/{token}/address: the buyer corrects the shipping address and gets the order as its page reads it.
 * Refused with 409 once the order is in work (`order_in_work`), if shipping would cost more than was paid
 * (`address_dearer`), and after five changes (`address_changes_spent`).
 */
export const buyerAddressSchema = z
  .object({
    addressLine1: lineText(120),
    addressLine2: optionalLine(120),
    city: lineText(80),
    state: lineText(40),
    zipCode: zipField,
  })
  .check(stateFitsZip());
export type BuyerAddress = z.output<typeof buyerAddressSchema>;

/**
 * POST /api/orders/{token}/cancel, with an empty object: the buyer cancels and gets a full refund, until the order is
 * in work (409 `order_in_work`). Idempotent.
 */
export const buyerCancelSchema = z.object({});

/**
 * POST /api/orders/find: mails the link of the order's page to its buyer, at most once an hour. The answer is always an
 * empty 202, so that it does not reveal whether the order exists.
 */
export const findOrderSchema = z.object({
  orderNumber: z.pipe(
    z.pipe(
      lineText(20),
      // As mails write it, `#1042 (3F2A9B10)`.
      z.transform((text: string) =>
        text
          .replace(/^#\d{1,9} /, '')
          .replace(/[#()]/g, '')
          .trim()
          .toUpperCase(),
      ),
    ),
    z.string().check(z.regex(/^[\dA-F]{8}$/, 'order_number_invalid')),
  ),
  email: mailboxField,
});
export type FindOrderInput = z.output<typeof findOrderSchema>;
export const findOrderAnswerSchema = z.object({});
