import * as z from 'zod/mini';
import { giftFields } from '#shared/checkout/gift-fields.ts';
import { emailField, phoneField, stateFitsZip, zipField } from '#shared/core/contact-fields.ts';
import { blockText, lineText, optionalLine } from '#shared/core/fields.ts';
import { MAX_BODY, MAX_SUBJECT } from '#shared/emails/emails.ts';
import type { Order } from './admin-orders.ts';

export const MAX_ORDER_NOTES = 2_000;

const required = {
  customerName: lineText(100),
  email: emailField,
  phone: phoneField,
  addressLine1: lineText(120),
  city: lineText(80),
  state: lineText(40),
  zipCode: zipField,
};

const optionalRecipient = z.pipe(
  giftFields.recipientName,
  z.transform((name): string | null => name ?? null),
);
const optionalNote = z.pipe(
  giftFields.giftNote,
  z.transform((note): string | null => note ?? null),
);

/** All fields of the form that corrects address, contact and gift. */
export const correctionSchema = z
  .object({
    ...required,
    addressLine2: optionalLine(120),
    recipientName: optionalRecipient,
    giftNote: optionalNote,
  })
  .check(stateFitsZip());
export type Correction = z.output<typeof correctionSchema>;

/** The part of an order that can be corrected until it is shipped. */
export function correctionOf(order: Pick<Order, keyof Correction>): Correction {
  const { customerName, email, phone, addressLine1, addressLine2, city, state, zipCode, recipientName, giftNote } =
    order;
  return { customerName, email, phone, addressLine1, addressLine2, city, state, zipCode, recipientName, giftNote };
}

/**
 * PATCH /api/admin/orders/{id}: any of the fields, and the `version` that they change; answers the order.
 * Address and contact can change only until the order is shipped (409 `order_closed`), the owner's notes always. The
 * resulting state and ZIP must match. If the sales tax of the new address differs or is unknown, the call needs
 * `acceptTax` (409 `tax_not_accepted`), because the order keeps the tax that was paid.
 */
export const orderChangeSchema = z.object({
  customerName: z.optional(required.customerName),
  email: z.optional(required.email),
  phone: z.optional(required.phone),
  addressLine1: z.optional(required.addressLine1),
  /** `null` and blank remove it. */
  addressLine2: z.optional(
    z.pipe(
      z.nullable(lineText(120, { min: 0 })),
      z.transform((line): string | null => line || null),
    ),
  ),
  city: z.optional(required.city),
  state: z.optional(required.state),
  zipCode: z.optional(required.zipCode),
  /** `null` and blank remove them. */
  recipientName: z.optional(optionalRecipient),
  giftNote: z.optional(optionalNote),
  notes: z.optional(blockText(MAX_ORDER_NOTES)),
  notesOnSlip: z.optional(z.boolean('invalid')),
  acceptTax: z.optional(z.boolean('invalid')),
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type OrderChange = z.output<typeof orderChangeSchema>;

/**
 * POST /api/admin/orders/{id}/shipping-price: the shipping price of this order to another address and to its present
 * one; changes and charges nothing.
 */
export const shippingPriceInputSchema = z
  .object({
    addressLine1: required.addressLine1,
    addressLine2: optionalLine(120),
    city: required.city,
    state: required.state,
    zipCode: required.zipCode,
  })
  .check(stateFitsZip());
export type ShippingPriceInput = z.output<typeof shippingPriceInputSchema>;

/**
 * Amounts as two-decimal text in US dollars: `paid` by the customer, `present` to the order's address, `corrected` to
 * the other one. Both prices are for the bought service, else for the cheapest; `null` when no price is available.
 * `tax` has the tax that was paid and that of the other address, if it differs; its sum is `null` if unknown.
 */
export const shippingPriceSchema = z.object({
  paid: z.nullable(z.string()),
  present: z.nullable(z.string()),
  corrected: z.nullable(z.string()),
  tax: z.nullable(z.object({ paid: z.string(), corrected: z.nullable(z.string()) })),
});
export type ShippingPrice = z.output<typeof shippingPriceSchema>;

/**
 * POST /api/admin/orders/{id}/messages, with the header `Idempotency-Key`: mails the owner's own words to the customer.
 * A repeated key sends nothing.
 */
export const customerMessageSchema = z.object({
  subject: lineText(MAX_SUBJECT),
  body: blockText(MAX_BODY, { min: 1 }),
});
export type CustomerMessage = z.output<typeof customerMessageSchema>;
/** `stored`: it waits in the outbox, because there is no mail server. */
export const messageAnswerSchema = z.object({ mail: z.enum(['queued', 'stored']) });
export type MessageAnswer = z.output<typeof messageAnswerSchema>;
