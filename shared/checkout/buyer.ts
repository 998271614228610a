import * as z from 'zod/mini';
import { stateFitsZip, zipField } from '#shared/core/contact-fields.ts';
import { lineText, mailboxField, optionalLine } from '#shared/core/fields.ts';

/**
 * POST /api/orders/{token}/address: the buyer corrects where the parcel goes, until the order is in work (409
 * `order_in_work`), within what was paid for (409 `address_dearer`), five times (409 `address_changes_spent`); answers the
 * order as its page reads it.
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
 * POST /api/orders/{token}/cancel, with an empty object: the buyer cancels, and gets everything back, until the order is in
 * work (409 `order_in_work`). Repeating it changes nothing.
 */
export const buyerCancelSchema = z.object({});

/**
 * POST /api/orders/find: mails the link of the order's page to its buyer. The answer is 202 and empty whether there is such
 * an order or not; an order's link is mailed once an hour.
 */
export const findOrderSchema = z.object({
  orderNumber: z.pipe(
    z.pipe(
      lineText(20),
      z.transform((text: string) => text.replace('#', '').trim().toUpperCase()),
    ),
    z.string().check(z.regex(/^[\dA-F]{8}$/, 'order_number_invalid')),
  ),
  email: mailboxField,
});
export type FindOrderInput = z.output<typeof findOrderSchema>;
export const findOrderAnswerSchema = z.object({});
