import * as z from 'zod/mini';
import { discountNameSchema } from '#shared/checkout/codes.ts';
import { amountFields } from '#shared/core/amount-fields.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { PARCEL_STATES } from '#shared/shipping/labels.ts';
import { DELAY_STATES } from './delays.ts';
import { ORDER_STATUSES } from './orders.ts';
import { owedViewSchema } from './owed.ts';

/**
 * GET /api/orders/{token}: the data of the customer's status page. The address is only city and state. `names` are the
 * product's in all languages, missing in orders of earlier versions. Amounts are two-decimal text in US dollars;
 * `createdAt` is ISO 8601; `tracking.parcels[].url` is the carrier's own page.
 */
export const orderStatusSchema = z.object({
  orderNumber: z.string(),
  /** The running number. */
  number: z.int(),
  status: z.enum(ORDER_STATUSES),
  language: z.enum(LANGUAGES),
  createdAt: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      names: z.optional(z.object(forEachLanguage(() => z.string()))),
      quantity: z.int(),
      price: z.string(),
    }),
  ),
  ...amountFields,
  /** The name of an automatic discount. */
  discountName: discountNameSchema,
  /** The reason of the tax, shown behind it; '' if there is none. */
  taxReason: z.object(forEachLanguage(() => z.string())),
  shippingCost: z.nullable(z.string()),
  shippingMethod: z.nullable(z.string()),
  shippingCarrier: z.nullable(z.string()),
  totalAmount: z.string(),
  /** The part of the payment that the changed items do not cost, as in the admin's order. */
  difference: z.string(),
  /** A payment that the buyer is asked for after the order; `null` if there was none. */
  owed: z.nullable(owedViewSchema),
  /** The promised days, `YYYY-MM-DD`. */
  shipBy: z.nullable(z.string()),
  arriveBy: z.nullable(z.string()),
  /** After a delay notice: what it asks for, and the last day for a yes; `shipBy` is the new day or `null`. */
  delay: z.nullable(z.object({ state: z.enum(DELAY_STATES), answerBy: z.nullable(z.string()) })),
  /** Set for a gift; recipient and note are private. */
  gift: z.nullable(z.object({ hasNote: z.boolean() })),
  city: z.string(),
  state: z.string(),
  tracking: z.nullable(
    z.object({
      carrier: z.nullable(z.string()),
      parcels: z.array(
        z.object({
          number: z.string(),
          url: z.nullable(z.string()),
          /** The carrier's scans, latest first. */
          seen: z.array(z.object({ state: z.enum(PARCEL_STATES), at: z.string(), place: z.nullable(z.string()) })),
        }),
      ),
    }),
  ),
});
export type OrderStatusView = z.output<typeof orderStatusSchema>;
