import * as z from 'zod/mini';
import { listQuerySchema } from '#shared/core/lists.ts';
import { ORDER_STATUSES } from './orders.ts';

export const CUSTOMER_SORTS = ['newest', 'oldest', 'highest', 'most'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
/** The latest orders that a customer's detail shows. */
export const CUSTOMER_ORDERS_SHOWN = 50;

/**
 * GET /api/admin/customers and customers.csv. `q` finds by the beginnings of words of name and e-mail, and by an address in
 * any spelling of its mailbox. `newest` and `oldest` go by the last order.
 */
export const customerListQuerySchema = listQuerySchema([], CUSTOMER_SORTS);

/**
 * Who has ordered, by mailbox. Without canceled orders; `net` is two-decimal text in US dollars, what was paid less what was
 * paid back or is disputed. Name and e-mail are those of the last order; times ISO 8601.
 */
export const customerSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  orders: z.int(),
  net: z.string(),
  firstOrderAt: z.string(),
  lastOrderAt: z.string(),
});
export type Customer = z.output<typeof customerSchema>;

/** GET /api/admin/customers/{id}: with the latest orders, canceled ones too, newest first. */
export const customerDetailSchema = z.extend(customerSchema, {
  orderList: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      createdAt: z.string(),
      status: z.enum(ORDER_STATUSES),
      totalAmount: z.string(),
      /** Not charged any more: paid back or disputed. */
      returned: z.string(),
    }),
  ),
});
export type CustomerDetail = z.output<typeof customerDetailSchema>;
