import * as z from 'zod/mini';
import { listQuerySchema } from '#shared/core/lists.ts';
import { ORDER_STATUSES } from './orders.ts';

export const CUSTOMER_SORTS = ['newest', 'oldest', 'highest', 'most'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
/** How many orders a customer's detail shows. */
export const CUSTOMER_ORDERS_SHOWN = 50;

/**
 * GET /api/admin/customers and customers.csv. `q` matches beginnings of words of name and e-mail, and any spelling of a
 * mailbox. `newest` and `oldest` sort by the last order.
 */
export const customerListQuerySchema = listQuerySchema([], CUSTOMER_SORTS);
export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

/**
 * People who have ordered, by mailbox, without canceled orders. `net` is two-decimal text in US dollars: paid, less
 * refunded and disputed amounts. Name and e-mail are those of the last order; times ISO 8601.
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

/** GET /api/admin/customers/{id}: with the latest orders, including canceled ones, newest first. */
export const customerDetailSchema = z.extend(customerSchema, {
  orderList: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      createdAt: z.string(),
      status: z.enum(ORDER_STATUSES),
      totalAmount: z.string(),
      /** Refunded or disputed. */
      returned: z.string(),
    }),
  ),
});
export type CustomerDetail = z.output<typeof customerDetailSchema>;
